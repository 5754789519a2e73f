// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
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
        let isSilent = code == .success || code == .interrupted || code == .brokenPipe
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

    struct Takes: ParsableCommand {
        @Argument var words: [String] = []
        @Option var name = ""

        func run() {}
    }

    @Test(
        arguments: [
            ([""], 1), (["a", ""], 2), (["--name", ""], 2), (["a", "--", ""], nil), (["a"], nil),
        ] as [([String], Int?)])
    func anEmptyArgumentNamesNothing(_ arguments: [String], _ number: Int?) async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Takes.self, arguments: arguments, console: captured.console)
        #expect(status == (number == nil ? ToolExitCode.success : .usage).rawValue)
        if let number { #expect(captured.error.contains("argument \(number) is empty")) }
    }

    struct Writes: ParsableCommand {
        @TaskLocal static var console = Console.standard

        func run() { Self.console.write("a result") }
    }

    @Test func aResultThatReachesNobodyIsAFailure() async throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        let captured = try CapturedConsole()
        let console = Console(output: full, error: captured.errorDescriptor)
        let status = await Writes.$console.withValue(console) {
            await ToolRunner.status(of: Writes.self, arguments: [], console: console)
        }
        #expect(status == ToolExitCode.inputOutput.rawValue)
        #expect(captured.error == "error: cannot write the result: No space left on device\n")
    }

    @Test func everyStatusIsExplained() async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(
            of: ExitCodesCommand.self, arguments: ["--help"], console: captured.console)
        #expect(status == 0)
        for code in ToolExitCode.allCases { #expect(captured.output.contains("\(code.rawValue)")) }
        #expect(Set(ToolExitCode.allCases.map(\.meaning)).count == ToolExitCode.allCases.count)
    }

    @Test func helpIsAResult() async throws {
        let captured = try CapturedConsole()
        let status = await ToolRunner.status(of: Fails.self, arguments: ["--help"], console: captured.console)
        #expect(status == 0)
        #expect(captured.output.contains("USAGE:"))
        #expect(captured.error.isEmpty)
    }
}
