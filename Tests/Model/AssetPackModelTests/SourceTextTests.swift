// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct SourceTextTests {
    @Test func pointsWithACaretUnderTabsAndLetters() {
        let source = SourceText(name: "M.json", bytes: Array("{\n\t\"é\": x\n}".utf8))
        let error = source.error(at: 8, "what is x")
        #expect(error.description == "M.json:2:6: error: what is x\n\t\"é\": x\n\t    ^")
    }

    @Test func leavesOutCarriageReturnsAndByteOrderMarks() {
        let source = SourceText(name: "M", bytes: [0xef, 0xbb, 0xbf] + Array("ab\r\ncd".utf8))
        let error = source.error(at: 4, "b")
        #expect((error.line, error.column) == (1, 2))
        #expect(!error.excerpt.contains("\r"))
    }

    @Test func takesOffsetsBeyondTheEnd() {
        let error = SourceText(name: "M", bytes: Array("ab\n".utf8)).error(at: 99, "end")
        #expect((error.line, error.column) == (2, 1))
        #expect(SourceText(name: "M", bytes: []).error(at: -1, "x").line == 1)
    }

    @Test func cutsLongMessages() {
        let word = String(repeating: "é", count: 2_000_000)
        #expect(throws: SourceError.self) {
            do throws(SourceError) {
                _ = try PackManifest(parsing: SourceText(name: "M", bytes: Array(word.utf8)))
            } catch {
                #expect(error.message.unicodeScalars.count <= 401 && "\(error)".utf8.count < 2_000)
                throw error
            }
        }
    }

    @Test func cutsLongLines() {
        let source = SourceText(name: "M", bytes: Array(String(repeating: "a", count: 100_000).utf8))
        let error = source.error(at: 50_000, "here")
        #expect(error.column == 50_001)
        #expect(error.excerpt.utf8.count < 300)
        #expect(error.excerpt.hasSuffix(String(repeating: " ", count: 80) + "^"))
    }
}
