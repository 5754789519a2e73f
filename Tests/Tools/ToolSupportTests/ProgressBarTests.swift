// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct ProgressBarTests {
    @Test func aPipeGetsTheSummaryOnce() throws {
        let captured = try CapturedConsole()
        let bar = ProgressBar("Packing", total: 100, console: captured.console)
        for _ in 0..<10 { bar.advance(by: 10) }
        bar.finish()
        bar.finish()
        bar.advance(by: 10)
        #expect(captured.error.hasPrefix("Packing: 100 B in "))
        #expect(captured.error.split(separator: "\n").count == 1)
        #expect(captured.output.isEmpty)
    }

    @Test func quietSaysNothing() throws {
        let captured = try CapturedConsole()
        let bar = ProgressBar("Packing", total: nil, quiet: true, console: captured.console)
        bar.update(completed: 5, total: 10)
        bar.finish()
        #expect(captured.error.isEmpty && captured.output.isEmpty)
    }
}
