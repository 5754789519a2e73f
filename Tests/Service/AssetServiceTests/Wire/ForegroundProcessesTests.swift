// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import AssetService

/// Which processes are in front, and which are suspended, as the system has it.
@Suite("Processes in front", .timeLimit(.minutes(1))) struct ForegroundProcessesTests {
    @Test(
        "A6, A7: a process that is stopped is suspended and not in front; one that is in the background is told things")
    func states() async throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["600"]
        try process.run()
        let id = process.processIdentifier
        defer {
            kill(id, SIGKILL)
            process.waitUntilExit()
        }
        let processes = ForegroundProcesses()
        #expect(processes.contains(id) && !processes.isSuspended(id))
        kill(id, SIGSTOP)
        try await eventually { processes.isSuspended(id) }
        #expect(!processes.contains(id))
        kill(id, SIGCONT)
        try await eventually { !processes.isSuspended(id) }
        processes.set([id], inFront: false)
        #expect(!processes.contains(id) && !processes.isSuspended(id))
        processes.set([id], inFront: true)
        #expect(processes.contains(id))
        // What it says of its start with each connection is old news by now.
        processes.begin(id, inFront: false)
        #expect(processes.contains(id))
    }

    @Test("One that is not there is neither") func gone() {
        #expect(!ForegroundProcesses().contains(.max) && !ForegroundProcesses().isSuspended(.max))
    }
}
