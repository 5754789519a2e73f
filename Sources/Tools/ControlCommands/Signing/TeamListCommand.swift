// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import ToolSupport

struct TeamListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the teams whose keys are here.",
        discussion: """
            EXAMPLE
              ba team list
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let folder = try TeamCommand.folder(context)
        var records: [TeamRecord] = []
        for name in try ControlError.wrapping({ () throws(SigningError) in try folder.names() }) {
            do throws(SigningError) {
                records.append(TeamRecord(try folder.key(of: name).team, name: name, in: folder))
            } catch {
                // One bad file does not hide the others.
                context.console.warn("\(error)")
            }
        }
        if output.printsJSON { return try context.console.writeJSON(records) }
        if records.isEmpty { return context.console.note("There is no team here; `ba team new NAME` makes one.") }
        let table = Table(
            [.init("TEAM"), .init("FINGERPRINT"), .init("PRIVATE KEY")],
            rows: records.map { [$0.name, $0.fingerprint, $0.path] })
        context.console.write(table.text)
    }
}
