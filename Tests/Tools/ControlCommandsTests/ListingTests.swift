// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import ServiceInterface
import Testing
import ToolSupport

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct ListingTests {
    @Test func listsApps() async throws {
        try await ToolSession.with { session in
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [
                    Samples.record(), Samples.record("com.example.b", state: .installing, fraction: 0.429, note: "why"),
                ]))
            let outcome = await session.run("apps")
            #expect(
                outcome.output == """
                    APP                NAME   VERSION  STATE            ASSET PACKS  FROM   SIGNED BY
                    com.example.b      Coast  1.0 (7)  installing 42 %        12 MB  local  nobody
                    com.example.coast  Coast  1.0 (7)  ready                  12 MB  local  nobody

                    """)
            #expect(outcome.error == "com.example.b: why\n")
        }
    }

    @Test("Background tasks are listed with what they wait for, and what was decided about them") func listsTasks()
        async throws
    {
        try await ToolSession.with { session in
            session.peer.on(
                TasksInterface.List.self,
                reply: .init(tasks: [
                    TaskRecord(
                        bundleID: "com.example.a", task: BackgroundTask("export", .continued, title: "Export Photos"),
                        state: .running,
                        submittedAt: 1, run: 2, since: 2, fraction: 0.429),
                    TaskRecord(
                        bundleID: "com.example.b", task: BackgroundTask("noon", .refresh), state: .waiting,
                        submittedAt: 1, since: 2, waiting: "it was asked for no earlier", condition: .notYet),
                ]))
            let outcome = await session.run("tasks")
            #expect(
                outcome.output == """
                    TASK                    APP            KIND       STATE    DONE
                    export (Export Photos)  com.example.a  continued  running  42 %
                    noon                    com.example.b  refresh    waiting     -

                    """)
            #expect(outcome.error == "noon of com.example.b waits: it was asked for no earlier\n")
        }
        try await ToolSession.with { session in
            session.peer.on(
                TasksInterface.History.self,
                reply: .init(entries: [
                    TaskHistoryEntry(bundleID: "b", identifier: "noon", time: 2, event: "takenUp"),
                    TaskHistoryEntry(
                        bundleID: "b", identifier: "noon", time: 1, event: "submitted", detail: "\u{1b}[2J"),
                ]))
            let history = await session.run("task", "history", "com.example.b").output.split(separator: "\n")
            #expect(history.count == 3 && history[1].contains("submitted") && history[2].contains("taken up"))
            #expect(!history[1].contains("\u{1b}"))
        }
        try await ToolSession.with { session in
            session.peer.on(TasksInterface.Stop.self, error: ServiceError(.taskNotFound, "no task runs"))
            let stopped = await session.run("task", "stop", "com.example.b", "noon")
            #expect(stopped.status == 66 && stopped.error.contains("`ba tasks`"), "\(stopped.error)")
        }
    }

    @Test func listsNothing() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            let outcome = await session.run("apps")
            #expect(outcome.output.isEmpty)
            #expect(outcome.error.contains("ba install"))
        }
    }

    @Test func listsAppsForPrograms() async throws {
        try await ToolSession.with { session in
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            #expect(await session.run("apps", "--json").output == "[\n\n]\n")
        }
    }

    @Test func namesTheStatusOfPacksForPrograms() async throws {
        try await ToolSession.with { session in
            let status: PackStatus = [.downloaded, .outOfDate, .updateAvailable]
            session.peer.on(
                PacksInterface.List.self, reply: .init(packs: [Samples.pack("A", local: 1, status: status.rawValue)]))
            let output = await session.run("packs", "--json").output
            let packs = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
            #expect(packs?.first?["status"] as? [String] == ["updateAvailable", "outOfDate", "downloaded"])
            #expect(packs?.first?["id"] as? String == "A" && packs?.first?["localVersion"] as? Int == 1)
        }
    }

    @Test(
        arguments: [
            ([PackStatus.downloadAvailable], "not downloaded"),
            ([.downloaded, .upToDate], "downloaded, up to date"),
            ([.downloaded, .outOfDate, .updateAvailable, .downloading], "downloaded, out of date, downloading 50 %"),
            ([.downloaded, .obsolete], "downloaded, obsolete"),
            ([.downloadAvailable, .downloading], "downloading 50 %"),
            ([], "unknown"),
        ] as [(PackStatus, String)])
    func saysWhatAPackIs(status: PackStatus, text: String) {
        let pack = Samples.pack("A", status: status.rawValue, completed: 500_000)
        #expect(PacksCommand.status(of: pack) == text)
    }

    @Test func showsPacksWithAndWithoutApps() {
        let packs = [Samples.pack("Model", local: 1, published: 2), Samples.pack("Sounds", published: nil)]
        #expect(
            PacksCommand.table(packs, namesApps: false).text == """
                PACK    LOCAL  PUBLISHED  POLICY     LANGUAGE  ON DISK  DOWNLOAD  STATUS
                Model       1          2  on demand  -            2 MB      1 MB  not downloaded
                Sounds      -          -  on demand  -               -      1 MB  not downloaded
                """)
        #expect(PacksCommand.table(packs, namesApps: true).text.hasPrefix("PACK    APP "))
    }

    @Test func showsDownloads() {
        var file = Samples.download("s1")
        (file.fileID, file.version, file.essential) = ("ID", 0, false)
        var promoted = file
        promoted.foreground = true
        #expect(
            DownloadsCommand.table([Samples.download("Model"), promoted, file]).text == """
                NAME   VERSION  APP                STATE        DONE  SIZE  KIND
                Model        2  com.example.coast  downloading  50 %  1 MB  pack, essential
                s1           -  com.example.coast  downloading  50 %  1 MB  file, in front
                s1           -  com.example.coast  downloading  50 %  1 MB  file
                """)
    }

    @Test func aLongNameLeavesRoomForTheRest() {
        let row = DownloadsCommand.table([Samples.download(String(repeating: "n", count: 1_000) + "end")])
            .text.split(separator: "\n").last
        // The ends of such names are what tells them apart.
        let shown = String(repeating: "n", count: 35) + "…" + String(repeating: "n", count: 21) + "end  "
        #expect(row?.hasPrefix(shown) == true)
        #expect(row.map { $0.count < 140 } == true)
    }

    private static func waiting(_ name: String, _ reason: String) -> DownloadRecord {
        var download = Samples.download(name)
        (download.state, download.waiting) = (.waiting, reason)
        return download
    }

    @Test("Why downloads wait is told once a reason, however many there are") func summarisesReasons() async throws {
        let many = (1...3000).map { Self.waiting("f\($0)", "there is no connection") }
        let others = [Self.waiting("a", "it is\npaused"), Samples.download("b"), Self.waiting("c", "x"), many[0]]
        #expect(
            WaitSummary([Self.waiting("Model", "x"), many[0], many[1]]).lines == [
                "Model waits: x", "2 downloads (f1, f2) wait: there is no connection",
            ])
        try await ToolSession.with { session in
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: many + others))
            session.peer.on(AppsInterface.List.self, reply: .init(apps: []))
            session.peer.on(SessionsInterface.List.self, reply: .init(tasks: []))
            let outcome = await session.run("downloads")
            #expect(outcome.output.split(separator: "\n").count == 3005)
            #expect(
                outcome.error == """
                    3001 downloads (f1, f2, f3 and 2998 more) wait: there is no connection
                    a waits: it is\u{fffd}paused
                    c waits: x

                    """)
        }
        try await ToolSession.with { session in
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: many + others))
            let json = await session.run("downloads", "--json")
            #expect((json.json as? [[String: Any]])?.compactMap { $0["waiting"] }.count == 3003)
        }
    }

    @Test("A name that two apps have is told with its app") func sharedNames() {
        var other = Self.waiting("dup", "x")
        other.bundleID = "com.example.two"
        let lines = WaitSummary([Self.waiting("dup", "x"), other, Self.waiting("own", "x")]).lines
        #expect(lines == ["3 downloads (dup of \(Samples.app), dup of com.example.two, own) wait: x"])
    }

    @Test("Reasons that are all different have an end, too") func endsReasons() {
        let lines = WaitSummary((1...500).map { Self.waiting("f\($0)", "reason \($0)") }).lines
        #expect(lines.count == 11)
        #expect(lines.first == "f1 waits: reason 1")
        #expect(
            lines.last == "490 more downloads wait for 490 other reasons: `ba explain ID` or --json tells them")
        #expect(WaitSummary([Samples.download("b")]).lines == [])
        let conditions: [Explanation.Condition] = [.serverError, .diskFull, .serverError]
        let told = (0..<40).map { index in
            var download = Self.waiting("f\(index)", "reason \(index)")
            download.condition = conditions[index % 3]
            return download
        }
        #expect(
            WaitSummary(told).lines.last == """
                30 more downloads wait for 30 other reasons: 20 serverError, 10 diskFull; `ba explain ID` or --json tells them
                """)
    }

    @Test("What most wait for is told, wherever it comes") func tellsWhatMostWaitFor() {
        let lines = WaitSummary(
            (1...20).map { Self.waiting("f\($0)", "reason \($0)") }
                + (1...500).map { Self.waiting("g\($0)", "there is no connection") }
        ).lines
        #expect(lines.count == 11)
        #expect(lines[9] == "500 downloads (g1, g2, g3 and 497 more) wait: there is no connection")
        #expect(lines.last?.hasPrefix("11 more downloads wait for 11 other reasons") == true)
    }

    @Test("Those that wait for a place wait for one thing, however many are before each") func endsPlaces() {
        let waiting = (1...500).map { index in
            var download = Self.waiting("f\(index)", "behind \(index) other downloads (4 run at a time)")
            download.condition = .behindDownloads
            return download
        }
        #expect(
            WaitSummary(waiting).lines == [
                "500 downloads (f1, f2, f3 and 497 more) wait: behind others (`ba explain ID` tells how many)"
            ])
    }

    @Test func tellsOfAppsThatAreFetched() async throws {
        try await ToolSession.with { session in
            session.peer.on(DownloadsInterface.List.self, reply: .init(downloads: []))
            session.peer.on(
                AppsInterface.List.self,
                reply: .init(apps: [
                    Samples.record(), Samples.record("com.example.b", state: .installing, fraction: 0.03),
                ]))
            session.peer.on(
                SessionsInterface.List.self,
                reply: .init(
                    tasks: [.running, .waiting, .ended].enumerated().map { number, state in
                        SessionTaskRecord(
                            bundleID: "com.example.b", session: "photos",
                            task: SessionTask(
                                number: Int64(number), kind: .download, request: FileRequest(url: "https://x/")),
                            state: state)
                    }))
            let outcome = await session.run("downloads")
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.error
                    == "com.example.b itself: installing 3 % (`ba apps`)\nTasks of background URL sessions besides: 2 (`ba sessions`)\n"
            )
        }
    }

    @Test func bearsSizesThatMakeNoSense() {
        var download = Samples.download("Model")
        download.completedBytes = .min
        download.totalBytes = 1
        #expect(DownloadsCommand.table([download]).text.contains("0 %"))
        #expect(AppsCommand.state(of: Samples.record(state: .updating, fraction: .nan)) == "updating")
        var progress = Samples.progress(.installing, 0)
        progress.fraction = .infinity
        let line = InstallationLine(progress: progress)
        #expect(line.plain.contains("0 %"))
        #expect(line.live(columns: 1).isEmpty)
    }

    @Test func drawsABar() {
        let line = InstallationLine(progress: Samples.progress(.downloadingAssets, 0.5))
        let text = line.live(columns: 80)
        #expect(text.hasPrefix("com.example.coast  [####"))
        #expect(text.contains("50 %  fetching assets  500 B of 1 kB"))
        #expect(text.count < 80)
    }

    @Test("What does not fit is left out, and no number is cut") func leavesOutWhatDoesNotFit() {
        var progress = Samples.progress(.fetchingManifest, 0.5)
        (progress.completedBytes, progress.totalBytes) = (5_530, 5_530)
        progress.detail = "the server of com.example.coast does not answer"
        for columns in 1...160 {
            let line = InstallationLine(progress: progress).live(columns: columns)
            #expect(line.count < columns)
            if let figures = line.range(of: "5.53 kB") {
                #expect(line[figures.lowerBound...].hasPrefix("5.53 kB of 5.53 kB"), "\(line)")
            }
            if let detail = line.range(of: "(") {
                #expect(line[detail.lowerBound...].count >= 12 && line.hasSuffix(")"), "\(line)")
            }
        }
        #expect(
            InstallationLine(progress: progress).live(columns: 160).hasSuffix(
                "fetching the manifest  5.53 kB of 5.53 kB  (the server of com.example.coast does not answer)"))
        #expect(InstallationLine(progress: progress).live(columns: 80).contains("fetching the manifest"))
    }

    @Test("On a narrow terminal why it does not go on comes before figures and bar") func reasonFirst() {
        var progress = Samples.progress(.downloadingApp, 0.5)
        (progress.completedBytes, progress.totalBytes) = (2_170_000, 11_000_000)
        progress.detail = "waiting to go on: https://example.com/Game.tar answered with status 503"
        let line = InstallationLine(progress: progress).live(columns: 80)
        #expect(line.contains("(waiting to go on: https"), "\(line)")
        #expect(line.count < 80)
    }

    @Test func theBarKeepsItsWidth() {
        let phases: [InstallationProgress.Phase] = [.downloadingApp, .askingExtension, .downloadingAssets, .paused]
        let lines = phases.map { InstallationLine(progress: Samples.progress($0, 0.5)) }
        for columns in [80, 120] {
            let ends = lines.map { line in Array(line.live(columns: columns)).firstIndex(of: "]") }
            #expect(ends.allSatisfy { $0 != nil && $0 == ends[0] }, "\(lines.map { $0.live(columns: columns) })")
            #expect(lines.allSatisfy { $0.live(columns: columns).count < columns })
        }
        #expect(lines[0].live(columns: 40).hasPrefix("com.example.coast  50 %"))
    }

    @Test func explains() {
        let explanation = Explanation(
            subject: "Model", state: "waiting", condition: .metered, reason: "the link is metered", since: 0,
            endsWhen: "it is not", nextAttempt: 60)
        #expect(
            ExplainCommand.text(explanation) { "at \(Int($0))" } == """
                Model: waiting
                  the link is metered
                  since         at 0
                  ends when     it is not
                  next attempt  at 60
                """)
        // What has become of a task is told in words, as in its history.
        let over = Explanation(subject: "the task t", state: "processEnded", condition: nil, reason: "signal 9")
        #expect(ExplainCommand.text(over) { _ in "" } == "the task t: process ended\n  signal 9")
    }

    @Test("What an app or a server has named is shown, and not obeyed") func explainsHostileNames() {
        let text = ExplainCommand.text(
            Explanation(
                subject: "a\u{1b}[31mRED\nFAKE of x", state: "waiting", condition: .serverError,
                reason: "after: \u{7}\r\nstatus", endsWhen: "\u{9b}2J")
        ) { _ in "" }
        #expect(text.split(separator: "\n").count == 3)
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7f...0x9f).contains($0.value)) })
    }
}
