// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetTestSupport
import Foundation
import Glibc
import Logging
import ProcessSupervision
import ServiceInterface
import Synchronization
import TaskScheduler
import Testing

@testable import AssetService

/// Processes of apps, without the service around them.
@Suite(.timeLimit(.minutes(1))) struct AppProcessesTests {
    private let logger = Logger(label: "test")

    /// - `inBackground`: how an app is started where nobody sees it.
    /// - `inFront`: how an app is started for a person.
    private func makeProcesses(
        activity: ActivityMonitor = ActivityMonitor(),
        inBackground: @escaping @Sendable (String) async throws(ServiceError) -> AppLaunch = {
            bundleID throws(ServiceError) in
            throw .appNotFound(bundleID)
        },
        inFront: @escaping @Sendable (String) async throws(ServiceError) -> AppLaunch = {
            bundleID throws(ServiceError) in
            throw .appNotFound(bundleID)
        }
    ) -> AppProcesses {
        AppProcesses(
            launches: AppLaunches(
                inBackground: { bundleID throws(ServiceError) in try await inBackground(bundleID) },
                inFront: { bundleID, _ throws(ServiceError) in try await inFront(bundleID) },
                running: { _ in [] }, allRunning: { [:] }),
            activity: activity,
            launcher: AppLauncher(busAddress: nil, environment: [:], logger: logger),
            foreground: ForegroundProcesses(), clock: DrivenClock(now: 1_800_000_000), logger: logger
        ) { _, _ in }
    }

    private func startApp() throws -> TestProcess {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/bin/sleep")
        app.arguments = ["1000"]
        try app.run()
        return app
    }

    /// Starts an app that does not end when it is asked to.
    private func startStayingApp() async throws -> TestProcess {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        app.arguments = ["--ignore-signal=TERM", "sleep", "1000"]
        try app.run()
        let name = "/proc/\(app.processIdentifier)/comm"
        try await eventually { try String(contentsOfFile: name, encoding: .utf8) == "sleep\n" }
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

    @Test("Nothing is started for who waits for an app that is being opened, and is called off") func calledOff() async
    {
        let count = Atomic(0)
        let processes = makeProcesses(inBackground: { bundleID throws(ServiceError) in
            count.add(1, ordering: .relaxed)
            throw .appNotFound(bundleID)
        })
        await processes.makeWay(for: "app")
        await processes.begin(.tasks, of: "app")
        let waiting = Task { await processes.wake("app", processID: nil) }
        waiting.cancel()
        await waiting.value
        #expect(count.load(ordering: .relaxed) == 0)
    }

    @Test("One that a person opens beside one in the background is told of by itself, and the other one has made way")
    func replaced() async throws {
        let (first, second) = (try startApp(), try startApp())
        defer { second.terminate() }
        let processes = makeProcesses()
        #expect(await processes.adopt(first.processIdentifier, of: "app", isStarted: true))
        #expect(await processes.adopt(second.processIdentifier, of: "app", isStarted: false))
        #expect(await processes.process(of: "app")?.id == second.processIdentifier)
        var ends = processes.allEnds.makeAsyncIterator()
        let end = await ends.next()
        #expect(end?.processID == first.processIdentifier && end?.isCurrent == false && end?.cause == .opening)
        first.waitUntilExit()
    }

    @Test("One that was let go of is there for nobody, and nobody is told of its end") func dismissed() async throws {
        let app = try await startStayingApp()
        let processes = makeProcesses()
        await processes.foreground.set([app.processIdentifier], inFront: false)
        await processes.begin(.tasks, of: "app")
        #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: true))
        await processes.settle(.tasks, of: "app")
        #expect(await processes.endingProcess(of: "app") == app.processIdentifier)
        #expect(await processes.end("app") == .absent)
        kill(app.processIdentifier, SIGKILL)
        app.waitUntilExit()
    }

    @Test("What is launched for one that is being let go of is begun in another one") func lateWake() async throws {
        try await TemporaryFolder.with { folder in
            let (app, launch) = (try await startStayingApp(), try makeLaunch(in: folder))
            let processes = makeProcesses(inBackground: { _ in launch })
            await processes.foreground.set([app.processIdentifier], inFront: false)
            await processes.begin(.tasks, of: "app")
            #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: true))
            await processes.settle(.tasks, of: "app")
            await processes.begin(.tasks, of: "app")
            async let waking: Void = processes.wake("app", processID: app.processIdentifier)
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
            await waking
            let started = try #require(await processes.process(of: "app"))
            #expect(started.isStarted && started.id != app.processIdentifier)
            kill(started.id, SIGKILL)
        }
    }

    @Test("One that was resumed, and is in front by now, is not suspended when it is done") func inFrontMeanwhile()
        async throws
    {
        let app = try startApp()
        defer { kill(app.processIdentifier, SIGKILL) }
        let processes = makeProcesses()
        let foreground = await processes.foreground
        kill(app.processIdentifier, SIGSTOP)
        try await eventually { foreground.isSuspended(app.processIdentifier) }
        await processes.begin(.tasks, of: "app")
        await processes.wake("app", processID: app.processIdentifier)
        try await eventually { !foreground.isSuspended(app.processIdentifier) }
        #expect(await processes.isBehind("app"))
        foreground.set([app.processIdentifier], inFront: true)
        await processes.settle(.tasks, of: "app")
        #expect(await !processes.isBehind("app"))
        #expect(!foreground.isSuspended(app.processIdentifier) && foreground.contains(app.processIdentifier))
        // One that was suspended in that moment goes on when it says so.
        kill(app.processIdentifier, SIGSTOP)
        try await eventually { foreground.isSuspended(app.processIdentifier) }
        await processes.lift("app", [app.processIdentifier])
        try await eventually { !foreground.isSuspended(app.processIdentifier) }
    }

    @Test("One that a person has quit was quit, though it does something in the background while it ends") func quit()
        async throws
    {
        let app = try startApp()
        defer { kill(app.processIdentifier, SIGKILL) }
        let processes = makeProcesses()
        let foreground = await processes.foreground
        #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: false))
        foreground.set([app.processIdentifier], inFront: true)
        await processes.noteQuitting(of: "app")
        await processes.begin(.tasks, of: "app")
        await processes.settle(.tasks, of: "app")
        kill(app.processIdentifier, SIGKILL)
        var ends = processes.allEnds.makeAsyncIterator()
        #expect(await ends.next()?.cause == .quitting)
        app.waitUntilExit()
    }

    @Test("One that its own child traces is in no debugger, and is ended as any other") func ownTracer() async throws {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        app.arguments = [
            "-c",
            """
            import ctypes, os, signal, time
            libc, parent = ctypes.CDLL(None), os.getpid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            # PR_SET_PTRACER, PR_SET_PTRACER_ANY
            libc.prctl(0x59616d61, ctypes.c_ulong(-1), 0, 0, 0)
            if os.fork() == 0: libc.ptrace(0x4206, parent, None, None)
            time.sleep(600)
            """,
        ]
        try app.run()
        try await eventually { ProcessTracing.tracer(of: app.processIdentifier) != nil }
        let child = try #require(ProcessTracing.tracer(of: app.processIdentifier))
        defer { for id in [child, app.processIdentifier] { kill(id, SIGKILL) } }
        let processes = makeProcesses()
        await processes.adopt(app.processIdentifier, of: "app", isStarted: true)
        #expect(await processes.end("app") == .ended)
        // Nobody hears of its end before its tracer has.
        kill(child, SIGKILL)
        app.waitUntilExit()
    }

    @Test("A script that was resumed is in front with what it has started when a person opens it") func openedScript()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let app = TestProcess()
            app.executableURL = URL(fileURLWithPath: "/bin/sh")
            app.arguments = [
                "-c",
                "sleep 1000 & echo $! > \(folder.path("part")); mv \(folder.path("part")) \(folder.path("child")); wait",
            ]
            try app.run()
            try await eventually { FileManager.default.fileExists(atPath: folder.path("child")) }
            let text = try String(contentsOfFile: folder.path("child"), encoding: .utf8)
            let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            let both = [app.processIdentifier, child]
            defer { for id in both { kill(id, SIGKILL) } }
            let processes = makeProcesses()
            let foreground = await processes.foreground
            #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: false))
            for id in both { kill(id, SIGSTOP) }
            try await eventually { both.allSatisfy(foreground.isSuspended) }
            await processes.begin(.tasks, of: "app")
            await processes.wake("app", processID: child)
            try await eventually { !both.contains(where: foreground.isSuspended) }
            #expect(!both.contains(where: foreground.contains))
            await processes.open("app", processID: nil, token: nil)
            #expect(both.allSatisfy(foreground.contains))
        }
    }

    @Test(
        "One in whose place another one is is ended for its own tasks, and is the known one again for who speaks by it")
    func several() async throws {
        let (first, second) = (try startApp(), try startApp())
        defer { second.terminate() }
        let processes = makeProcesses()
        await processes.foreground.set([first.processIdentifier, second.processIdentifier], inFront: false)
        for app in [first, second, first, second] {
            #expect(await processes.adopt(app.processIdentifier, of: "app", isStarted: false))
            #expect(await processes.process(of: "app")?.id == app.processIdentifier)
        }
        #expect(await processes.end("app", processID: first.processIdentifier) == .ended)
        var ends = processes.allEnds.makeAsyncIterator()
        let end = await ends.next()
        #expect(end?.processID == first.processIdentifier && end?.isCurrent == false)
        first.waitUntilExit()
        #expect(second.isRunning)
        #expect(await processes.end("app", processID: first.processIdentifier) == .absent)
        #expect(await processes.process(of: "app")?.id == second.processIdentifier)
    }

    @Test("One that comes before it is known that it was started is what was started, and is told of once")
    func comingEarly() async throws {
        try await TemporaryFolder.with { folder in
            let launch = try makeLaunch(in: folder)
            let processes = makeProcesses(inBackground: { _ in launch })
            await processes.begin(.tasks, of: "app")
            async let waking: Void = processes.wake("app", processID: nil)
            try await eventually { FileManager.default.fileExists(atPath: folder.path("came")) }
            let text = try String(contentsOfFile: folder.path("came"), encoding: .utf8)
            let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            await processes.foreground.begin(id, inFront: false)
            #expect(await processes.adopt(id, of: "app", isStarted: false))
            await waking
            #expect(await processes.process(of: "app")?.isStarted == true)
            kill(id, SIGKILL)
            var ends = processes.allEnds.makeAsyncIterator()
            let end = await ends.next()
            #expect(
                end?.processID == id && end?.cause == .itself && end?.isCurrent == true, "\(String(describing: end))")
        }
    }

    @Test("One that ends when it has just been opened is started anew for what it was to do") func closedAtOnce()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (activity, launch) = (ActivityMonitor(), try makeLaunch(in: folder))
            let processes = makeProcesses(activity: activity, inBackground: { _ in launch })
            await processes.makeWay(for: "app", hasCome: true)
            let app = try startApp()
            // Its connection is there a moment longer than it.
            let session = Session(id: 1, processID: app.processIdentifier, caller: .tool)
            session.identify(.app(bundleID: "app"))
            activity.opened(session)
            kill(app.processIdentifier, SIGKILL)
            app.waitUntilExit()
            await processes.begin(.tasks, of: "app")
            async let waking: Void = processes.wake("app", processID: app.processIdentifier)
            #expect(await processes.isBeingOpened("app"))
            activity.closed(session)
            await waking
            let started = try #require(await processes.process(of: "app"))
            #expect(started.isStarted)
            kill(started.id, SIGKILL)
        }
    }

    /// An app that says when it has come, in the file `came`.
    private func makeLaunch(in folder: TemporaryFolder) throws -> AppLaunch {
        let program = try folder.write("#!/bin/sh\necho $$ > part; mv part came; exec sleep 600\n", to: "app")
        chmod(program, 0o755)
        return AppLaunch(
            bundleID: "app", executable: program, directory: folder.path, environment: [:], limits: .background)
    }

    @Test("What is opened twice at once is started once") func openedTwice() async throws {
        let asked = Mutex(0)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let processes = makeProcesses(inFront: { _ throws(ServiceError) in
            asked.withLock { $0 += 1 }
            for await _ in gate { break }
            throw .appNotFound("app")
        })
        let first = Task { await processes.open("app", processID: nil, token: nil) }
        while asked.withLock({ $0 }) == 0, !Task.isCancelled { await Task.yield() }
        // It has nothing to wait for.
        await processes.open("app", processID: nil, token: nil)
        #expect(asked.withLock { $0 } == 1)
        opening.yield()
        await first.value
        let third = Task { await processes.open("app", processID: nil, token: nil) }
        while asked.withLock({ $0 }) == 1, !Task.isCancelled { await Task.yield() }
        opening.finish()
        await third.value
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
