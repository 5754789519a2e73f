// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

/// `ba-transport submit`
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Submit versions of packs for review.",
        discussion: """
            Of each pack the newest version that is processed is submitted, or of one pack that which --version names. For \
            everybody (appstore) all of them are one submission, of which nothing is released until all of it is approved; for \
            the external test each is one of its own. What is submitted already is not submitted again; what was rejected for \
            everybody counts as mended then, in the same submission. Another version in its place takes another submission, when that \
            one is called off (`ba-transport cancel`).

            With --wait it ends when the reviewers are done: with 80 if something was rejected.

            EXAMPLES
              ba-transport submit Tutorial Music --app com.example.game --context appstore --platform IOS
              ba-transport submit Tutorial --version 3 --app com.example.game --context external --wait
            """)

    @Argument(help: "Identifiers of packs.") var packs: [String]
    @OptionGroup var app: AppOptions
    @Option(help: "For whom.") var context: ReviewedContext
    @Option(help: ArgumentHelp("The number of the version, for one pack.", valueName: "number")) var version: Int?
    @Option(
        help: ArgumentHelp("The platform of the submission; none for Linux alone.", valueName: "platform"))
    var platform: SubmissionPlatform?
    @Option(
        help: ArgumentHelp("A submission that is being put together, whatever else is in it.", valueName: "id"))
    var submission: String?
    @OptionGroup var waiting: WaitOptions
    @Flag(help: "Print a JSON array of what was submitted.") var json = false

    func validate() throws {
        guard version == nil || packs.count == 1 else { throw ValidationError("--version is for one pack.") }
        guard Set(packs).count == packs.count else { throw ValidationError("A pack is named twice.") }
        guard context == .appstore || platform == nil && submission == nil else {
            throw ValidationError("--platform and --submission go with --context appstore.")
        }
    }

    func run() async throws {
        try await app.withApp { server, app in
            let submitted = try await submit(of: app, to: server)
            if json { try Console.standard.writeJSON(submitted.map(\.shown)) } else { show(submitted.map(\.shown)) }
            let wait = VersionWait(server: server, appID: app.id, options: waiting)
            for one in submitted { try await wait.check(one.version, in: context.release, what: one.what) }
        }
    }

    private func submit(of app: AppRecord, to server: PackServer) async throws -> [SubmittedVersion] {
        var wanted: [SubmittedVersion] = []
        // All are looked up before the first one is submitted.
        for name in packs { wanted.append(try await find(name, of: app, server)) }
        switch context {
        case .external: for index in wanted.indices { try await wanted[index].submitForTest(to: server) }
        case .appstore:
            let submission = StoreSubmission(server: server, app: app, platform: platform?.rawValue, id: submission)
            try await submission.submit(&wanted)
        }
        let wait = VersionWait(server: server, appID: app.id, options: waiting)
        for index in wanted.indices {
            let (id, what) = (wanted[index].version.id, wanted[index].what)
            wanted[index].version =
                waiting.waits
                ? try await wait.end(of: id, in: context.release, what: what)
                : try await server.version(id)
        }
        return wanted
    }

    private func find(
        _ name: String, of app: AppRecord, _ server: PackServer
    ) async throws(TransportError) -> SubmittedVersion {
        let pack = try await server.existingPack(name, of: app)
        let versions = try await server.versions(of: pack).map(\.version)
        if let number = version {
            guard let found = versions.first(where: { $0.number == number }) else {
                throw .notFound("\(name) has no version \(number)")
            }
            if found.isFailed { throw .processingFailed("version \(number) of \(name) could not be processed") }
            guard found.isComplete else {
                throw .notNow("version \(number) of \(name) is \(found.state): it is submitted when it is processed")
            }
            return SubmittedVersion(pack: name, version: found)
        }
        guard let found = versions.first(where: \.isComplete) else {
            throw .notFound(
                "\(name) has no version that is processed: `ba-transport list --app \(app.bundleID) --pack \(name)` tells of all"
            )
        }
        return SubmittedVersion(pack: name, version: found)
    }

    private func show(_ submitted: [SubmittedVersion.Shown]) {
        Console.standard.write(
            Table(
                [.init("PACK"), .init("VERSION", .right), .init("STATE"), .init("SUBMISSION")],
                rows: submitted.map { [$0.assetPackID, "\($0.version)", $0.state ?? "-", $0.submissionID ?? "-"] }
            ).text)
    }
}
