// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing
import ToolSupport

@Suite struct ToolRunnerTests {
    struct Fails: AsyncParsableCommand {
        @Argument var code: Int32 = 0

        func run() async throws {
            guard let code = ToolExitCode(rawValue: code) else { throw Placed() }
            if code != .success { throw ToolError(code, "it went wrong") }
        }
    }

    struct Placed: ToolFailure {
        var exitCode: ToolExitCode { .badInput }
        var description: String { "file:1:2: error: x" }
        var describesItsPlace: Bool { true }
    }

    @Test(arguments: ToolExitCode.allCases)
    func passesCodesOn(code: ToolExitCode) async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Fails.self, arguments: ["\(code.rawValue)"], console: captured.console)
        #expect(status == code.rawValue)
        let isSilent = code == .success || code == .interrupted
        #expect(captured.error == (isSilent ? "" : "error: it went wrong\n"))
    }

    @Test func anErrorThatNamesItsPlaceStandsAsItIs() async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Fails.self, arguments: ["1234"], console: captured.console)
        #expect(status == ToolExitCode.badInput.rawValue)
        #expect(captured.error == "file:1:2: error: x\n")
    }

    @Test func aWrongCommandLineIsUsage() async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Fails.self, arguments: ["x"], console: captured.console)
        #expect(status == ToolExitCode.usage.rawValue)
        #expect(captured.error.contains("Usage:"))
        #expect(captured.output.isEmpty)
    }

    @Test func helpIsAResult() async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Fails.self, arguments: ["--help"], console: captured.console)
        #expect(status == 0)
        #expect(captured.output.contains("USAGE:"))
        #expect(captured.error.isEmpty)
    }
}
