// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The pages of the host in a browser (see scripts/page-tour.py).
@Suite("The page in Chromium", .timeLimit(.minutes(20))) struct PageTourTests {
    @Test("Two people of a team find their way, with a mouse or a keyboard, at any width, in light and dark")
    func tour()
        async throws
    {
        let script = FileManager.default.currentDirectoryPath + "/scripts/test-page.sh"
        let run = try await ProgramRun.run("/bin/bash", [script, ProgramRun.programs])
        #expect(run.status == 0, "\(run.output)\n\(run.errors)")
        #expect(run.output.contains(/[1-9][0-9]* screenshots of pages as they should be/))
    }
}
