// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ProcessSupervision
import ServiceInterface
import Testing

@testable import AssetService

/// Apps that somebody looks at with a debugger.
@Suite("D3: Debugged apps", .timeLimit(.minutes(2))) struct DebuggedAppTests {
    /// Has a debugger stop a process, for as long as the debugger runs.
    private func debug(_ processID: Int32) throws -> TestProcess {
        let debugger = TestProcess()
        debugger.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        debugger.arguments = [
            "-c",
            """
            import ctypes, sys, time
            libc, process = ctypes.CDLL(None, use_errno=True), int(sys.argv[1])
            # PTRACE_SEIZE, PTRACE_INTERRUPT
            for request in 0x4206, 0x4207:
                if libc.ptrace(request, process, None, None) != 0: sys.exit(f"error {ctypes.get_errno()}")
            time.sleep(600)
            """, "\(processID)",
        ]
        try debugger.run()
        return debugger
    }

    @Test("One that stands at a breakpoint is not suspended, nor ended, nor is that held against it") func breakpoint()
        async throws
    {
        try await TaskWorld.with { tasks in
            try tasks.tell("refresh", "hang")
            try await tasks.submit("refresh", after: 60)
            tasks.world.clock.advance(by: 61)
            try await tasks.waitForHistory("takenUp")
            let app = try #require(try tasks.processes().first)
            #expect(ProcessTracing.tracer(of: app) == nil)
            let debugger = try debug(app)
            try await eventually { ProcessStatus(of: app)?.state == "t" }
            #expect(ProcessTracing.tracer(of: app) == debugger.processIdentifier)
            #expect(!ForegroundProcesses().isSuspended(app))
            tasks.world.clock.advance(by: 31)
            try await tasks.waitForHistory("expiring")
            tasks.world.clock.advance(by: 6)
            try await tasks.waitForHistory("overran")
            // It is let go of, and ends when it goes on.
            tasks.world.clock.advance(by: 6)
            #expect(ProcessStatus(of: app)?.state == "t")
            try await tasks.submit("refresh", after: 1)
            let wait = try await tasks.record("refresh")
            #expect(wait?.condition != .throttled, "\(String(describing: wait))")
            // What is launched for it then it does not take up.
            try await tasks.submit("work-1", .processing)
            try await tasks.waitForHistory("launched", count: 2)
            tasks.world.clock.advance(by: 21)
            _ = try await tasks.world.wait { try await tasks.history("work-1").count > 2 ? true : nil }
            let work = try await tasks.record("work-1")
            #expect(work != nil && work?.condition != .throttled, "\(String(describing: work))")
            kill(debugger.processIdentifier, SIGKILL)
            debugger.waitUntilExit()
            try await tasks.waitForNoProcess()
        }
    }
}
