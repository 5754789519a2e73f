// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import ControlCommands

@Suite("Lines of a terminal", .timeLimit(.minutes(1))) struct TerminalLineTests {
    private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) async throws -> Void) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try await body(ends[0], ends[1])
    }

    private func line(_ descriptor: Int32) async throws -> String? { try await TerminalLine(of: descriptor).read() }

    private func type(_ text: String, into descriptor: Int32) {
        let bytes = Array(text.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test("A question takes one line, and leaves what follows to the next one") func oneLine() async throws {
        try await withPipe { reading, writing in
            type("yes\nno\n", into: writing)
            let lines = [try await line(reading), try await line(reading)]
            #expect(lines == ["yes", "no"])
        }
    }

    @Test("A question that is called off takes nothing away from the next one") func calledOff() async throws {
        try await withPipe { reading, writing in
            let first = Task { try await line(reading) }
            first.cancel()
            let none = try await first.value
            #expect(none == nil)
            type("mine\n", into: writing)
            let mine = try await line(reading)
            #expect(mine == "mine")
        }
    }

    @Test("The end of the input is no answer; what was typed before it is one") func endOfInput() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        type("half", into: ends[1])
        close(ends[1])
        let reading = ends[0]
        let (half, none) = (try await line(reading), try await line(reading))
        #expect(half == "half")
        #expect(none == nil)
    }

    @Test("What cannot be read is an error") func noTerminal() async throws {
        await #expect(throws: (any Error).self) { try await line(1_000_000) }
    }
}
