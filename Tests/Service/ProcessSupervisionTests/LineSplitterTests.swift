// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProcessSupervision

@Suite struct LineSplitterTests {
    @Test func linesAreCutWhereverTheBytesCome() {
        let bytes = Array("one\n\ntwo \u{e4}\nthree".utf8)
        for size in 1...bytes.count {
            var splitter = LineSplitter()
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines += splitter.append(bytes[start..<min(start + size, bytes.count)])
            }
            lines += splitter.finish()
            #expect(lines == ["one", "", "two \u{e4}", "three"])
            #expect(splitter.finish() == [])
        }
    }

    @Test func aLineWithoutEndIsCutInPieces() {
        var splitter = LineSplitter()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
        let lines = splitter.append(long[...]) + splitter.finish()
        #expect(lines.map(\.utf8.count) == [4096, 4096, 1808])
        let ended = splitter.append((long + Array("\nnext\n".utf8))[...])
        #expect(ended.map(\.utf8.count) == [4096, 4096, 1808, 4])
    }

    @Test func whatATerminalWouldObeyIsReplaced() {
        var splitter = LineSplitter()
        let lines = splitter.append(Array("a\0b\u{1b}[31m\u{9b}\tc\r\nd\n".utf8)[...])
        #expect(lines == ["a\u{fffd}b\u{fffd}[31m\u{fffd}\tc", "d"])
    }

    @Test func bytesThatAreNoTextDoNoHarm() {
        var splitter = LineSplitter()
        #expect(splitter.append([0xff, 0xfe, 0x0a, 0x00, 0x0a]).count == 2)
    }
}
