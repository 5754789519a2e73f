// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What is said in the interface's description, held against a running host by schemathesis (see scripts/test-openapi.sh).
@Suite("The interface is as it is described", .timeLimit(.minutes(30))) struct OpenAPIConformanceTests {
    @Test("Whatever the description allows, and what it does not, is answered as it says") func schemathesis()
        async throws
    {
        let script = FileManager.default.currentDirectoryPath + "/scripts/test-openapi.sh"
        let run = try await ProgramRun.run(
            "/bin/bash",
            [
                script, ProgramRun.programs + "/ba-host", "--phases", "coverage,fuzzing", "--max-examples",
                TestDepth.isLong ? "50" : "5",
            ])
        #expect(run.status == 0, "\(run.output)\n\(run.errors)")
        #expect(run.output.contains(/Tested: +[1-9]/))
    }
}
