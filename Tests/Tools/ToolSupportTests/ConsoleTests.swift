// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct ConsoleTests {
    @Test func keepsResultsAndMessagesApart() throws {
        let captured = try CapturedConsole()
        captured.console.write("result")
        captured.console.writeRaw("raw")
        captured.console.note("note")
        captured.console.warn("careful")
        captured.console.showLive("no terminal, no bar")
        #expect(captured.output == "result\nraw")
        #expect(captured.error == "note\nwarning: careful\n")
        #expect(!captured.console.outputIsTerminal && !captured.console.errorIsTerminal)
        #expect(captured.console.columns == 80)
    }

    @Test func printsJSONForMachines() throws {
        let captured = try CapturedConsole()
        try captured.console.writeJSON(["b": "https://x/y", "a": "é"])
        #expect(captured.output == "{\n  \"a\" : \"é\",\n  \"b\" : \"https://x/y\"\n}\n")
        #expect(throws: ToolError.self) { try JSONOutput.text([Double.nan]) }
    }

    @Test func linesOfManyTasksNeverMix() async throws {
        let captured = try CapturedConsole()
        let console = captured.console
        await withDiscardingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<100 { console.write(String(repeating: "\(task)", count: 50)) }
                }
            }
        }
        let lines = captured.output.split(separator: "\n")
        #expect(lines.count == 800)
        #expect(lines.allSatisfy { $0.count == 50 && Set($0).count == 1 })
    }

    @Test func aClosedDescriptorHarmsNothing() {
        let console = Console(output: -1, error: -1)
        console.write("lost")
        console.note("lost")
    }

    @Test func namesCannotRewriteTheTerminal() throws {
        let captured = try CapturedConsole()
        captured.console.note("a\u{1b}]0;title\u{7}b\u{9b}c\n\td\r")
        #expect(captured.error == "a\u{fffd}]0;title\u{fffd}b\u{fffd}c\n\td\u{fffd}\n")
    }
}
