// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Clients that others' generators make of the interface's description (see scripts/client-tour.py).
@Suite("A generated client goes all the way", .timeLimit(.minutes(10))) struct GeneratedClientTests {
    @Test("Reads, writes, links, dates and pages are as the types say, and each parameter takes what it says")
    func tour() async throws {
        let script = FileManager.default.currentDirectoryPath + "/scripts/test-client.sh"
        let run = try await ProgramRun.run("/bin/bash", [script, ProgramRun.programs])
        #expect(run.status == 0, "\(run.output)\n\(run.errors)")
        #expect(run.output.contains(/served_client: [1-9][0-9]* operations, [1-9][0-9]* answers as described/))
    }
}
