// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ServiceInterface
import TaskScheduler
import Testing

@testable import AssetService

/// Processes of apps, without the service around them.
@Suite(.timeLimit(.minutes(1))) struct AppProcessesTests {
    private let logger = Logger(label: "test")

    private func makeProcesses() -> AppProcesses {
        AppProcesses(
            launches: AppLaunches(
                inBackground: { bundleID throws(ServiceError) in throw .appNotFound(bundleID) },
                inFront: { bundleID, _ throws(ServiceError) in throw .appNotFound(bundleID) },
                running: { _ in [] }),
            activity: ActivityMonitor(),
            launcher: AppLauncher(busAddress: nil, environment: [:], logger: logger),
            foreground: ForegroundProcesses(), clock: DrivenClock(now: 1_800_000_000), logger: logger)
    }

    private func startApp() throws -> TestProcess {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/bin/sleep")
        app.arguments = ["1000"]
        try app.run()
        return app
    }

    @Test(
        "What has ended, and nobody was told of yet, is the process of no app: its end is not that of what begins then")
    func unseenEnd() async throws {
        let app = try startApp()
        let processes = makeProcesses()
        #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: false))
        #expect(await processes.process(of: "app")?.id == app.processIdentifier)
        #expect(await !processes.adoptEnding(app.processIdentifier, of: "app"))
        #expect(await processes.process(of: "app") == nil)
        var ends = processes.allEnds.makeAsyncIterator()
        let end = await ends.next()
        #expect(end?.processID == app.processIdentifier && end?.isCurrent == false)
        // What it did itself a person has ended.
        #expect(end?.cause == .closing)
        app.waitUntilExit()
    }

    @Test("A process that has ended is told of once, as the one that its app had") func seenEnd() async throws {
        let app = try startApp()
        let processes = makeProcesses()
        #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: true))
        kill(app.processIdentifier, SIGKILL)
        var ends = processes.allEnds.makeAsyncIterator()
        let end = await ends.next()
        #expect(end?.processID == app.processIdentifier && end?.isCurrent == true && end?.bundleID == "app")
        #expect(await processes.process(of: "app") == nil)
        app.waitUntilExit()
    }

    @Test("An app that cannot be started is told of with why") func notStarted() async {
        let processes = makeProcesses()
        // Nobody starts what is to do nothing.
        await processes.wake("app", processID: nil)
        await processes.begin(.tasks, of: "app")
        await processes.wake("app", processID: nil)
        var ends = processes.allEnds.makeAsyncIterator()
        let end = await ends.next()
        #expect(end?.processID == 0 && end?.isCurrent == true)
        #expect(end?.cause == .notStarted && end?.how.contains("no app app") == true, "\(String(describing: end))")
    }
}

extension AppProcesses {
    /// Ends a process, and takes it up when it is gone, before anybody can be told.
    fileprivate func adoptEnding(_ processID: Int32, of bundleID: String) -> Bool {
        kill(processID, SIGKILL)
        while known[bundleID]?.process.hasEnded == false { sched_yield() }
        return adopt(processID, of: bundleID, isStarted: true)
    }
}
