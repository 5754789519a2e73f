// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials
internal import ToolSupport

/// `ba-transport upload`
struct UploadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Upload archives as new versions of their packs.",
        discussion: """
            Each archive becomes a version of the pack that its manifest names, which is made if the app has none. An upload \
            that broke off is gone on with by the same command: only what has not arrived is sent. An archive that the newest \
            version has already is not uploaded again.

            With --wait it ends when the host has processed all of them: with 79 if it could not, and with what is wrong.

            EXAMPLES
              ba-transport upload Tutorial.aar --app com.example.game --wait
              ba-transport upload build/*.aar --app com.example.game --parallel 8 --json
            """)

    @Argument(help: "Archives, as ba-package makes them.", completion: .file(extensions: ["aar"]))
    var archives: [String]
    @OptionGroup var app: AppOptions
    @Option(help: ArgumentHelp("The pack, for one archive, whose manifest is not read then.", valueName: "id"))
    var pack: String?
    @Option(help: ArgumentHelp("How many parts are sent at a time.", valueName: "number")) var parallel = 4
    @Flag(help: "Upload an archive also when the newest version has it.") var again = false
    @Flag(help: "Have the host check each manifest before its archive is sent.") var checkFirst = false
    @OptionGroup var waiting: WaitOptions
    @Flag(help: "Print a JSON array of what has become of each archive.") var json = false

    func validate() throws {
        guard pack == nil || archives.count == 1 else { throw ValidationError("--pack is for one archive.") }
        guard (1...64).contains(parallel) else { throw ValidationError("--parallel is a number from 1 to 64.") }
    }

    func run() async throws {
        _ = try app.server.settings()
        let read = try await LocalArchive.read(archives, packID: pack, quiet: json)
        UploadInterruption.install()
        let outcomes = try await app.withApp { server, app in
            var outcomes = await upload(read, of: app, to: server)
            if waiting.waits { await UploadWait(server: server, options: waiting).wait(for: &outcomes) }
            for index in outcomes.indices { outcomes[index].end() }
            return outcomes
        }
        if json { try Console.standard.writeJSON(outcomes) } else { show(outcomes) }
        try end(outcomes)
    }

    private func upload(
        _ archives: [LocalArchive], of app: AppRecord, to server: PackServer
    ) async -> [UploadOutcome] {
        let total = archives.reduce(0) { $0 + $1.bytes.size }
        let label = archives.count == 1 ? "Uploading \(archives[0].packID)" : "Uploading \(archives.count) packs"
        let meter = UploadMeter(ProgressBar(label, total: total, quiet: json))
        let slots = PartSlots(parallel)
        let outcomes = await withTaskGroup(of: (Int, UploadOutcome).self) { group in
            var (outcomes, next) = ([UploadOutcome?](repeating: nil, count: archives.count), 0)
            func begin() {
                guard next < archives.count else { return }
                let place = next
                next += 1
                group.addTask { (place, await outcome(of: archives[place], app, server, slots, meter)) }
            }
            for _ in 0..<parallel { begin() }
            for await (place, outcome) in group {
                outcomes[place] = outcome
                begin()
            }
            return outcomes.compactMap(\.self)
        }
        if outcomes.contains(where: { $0.bytesSent > 0 }) { meter.finish() }
        return outcomes
    }

    /// Whatever becomes of it: the others go on.
    private func outcome(
        of archive: LocalArchive, _ app: AppRecord, _ server: PackServer, _ slots: PartSlots, _ meter: UploadMeter
    ) async -> UploadOutcome {
        var outcome = UploadOutcome(archive)
        do throws(TransportError) {
            let journal = try UploadJournal.open(
                [server.connection.server.base, app.id, archive.packID, archive.sha256],
                in: UploadJournal.folder(ProcessInfo.processInfo.environment))
            let upload = PackUpload(
                server: server, app: app, archive: archive, journal: journal, slots: slots, meter: meter,
                width: parallel, isForced: again, checksFirst: checkFirst)
            try await upload.run(&outcome)
        } catch { outcome.fail(error) }
        return outcome
    }

    private func show(_ outcomes: [UploadOutcome]) {
        Console.standard.write(
            Table(
                [.init("PACK"), .init("VERSION", .right), .init("STATE"), .init("UPLOAD"), .init("ID")],
                rows: outcomes.map {
                    [
                        $0.assetPackID, $0.version.map { "\($0)" } ?? "-", $0.state ?? "-", $0.result.rawValue,
                        $0.versionID ?? "-",
                    ]
                }
            ).text)
    }

    /// Ends as the first that has failed does; all that there is to say of it has been said.
    private func end(_ outcomes: [UploadOutcome]) throws {
        let failed = outcomes.filter { $0.exitStatus != 0 }
        guard let first = failed.first else { return }
        throw ExitCode(first.exitStatus)
    }
}
