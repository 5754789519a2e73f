// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Say why an app, a pack, a download, a background task or a session is where it is, and what would change that.",
        discussion: """
            EXAMPLES
              ba explain Shoreline
              ba explain com.naturelab.thecoast
              ba explain com.example.noon
            """)

    @Argument(
        help:
            "The bundle identifier of an app, or the identifier of an asset pack, a download, a background task or a URL session.",
        completion: IdentifierCompletion.appsAndPacks)
    var id: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if id.isEmpty { throw ValidationError("no ID is named: \(TransferOptions.listings)") }
    }

    func run() async throws {
        let context = ControlContext.current
        let explanations = try await ControlContext.link().call(DownloadsInterface.Explain(id: id)).explanations
        if output.printsJSON { return try context.console.writeJSON(explanations) }
        if explanations.isEmpty { return context.console.note("There is nothing to explain about \(id).") }
        let texts = explanations.map { Self.text($0) { LocalTime.text($0) } }
        context.console.write(texts.joined(separator: "\n\n"))
    }

    /// A paragraph: the state and the reason, then since when, what ends it, and the next attempt where those are known.
    static func text(_ explanation: Explanation, time: (Double) -> String) -> String {
        // Names are the app's, and much of a reason is the server's: a terminal would obey them.
        var lines = [
            PrintableText.of("\(explanation.subject): ") + TaskEventWords.text(explanation.state),
            "  " + PrintableText.of(explanation.reason),
        ]
        if let since = explanation.since { lines.append("  since         \(time(since))") }
        if let endsWhen = explanation.endsWhen { lines.append("  ends when     " + PrintableText.of(endsWhen)) }
        if let next = explanation.nextAttempt { lines.append("  next attempt  \(time(next))") }
        return lines.joined(separator: "\n")
    }
}
