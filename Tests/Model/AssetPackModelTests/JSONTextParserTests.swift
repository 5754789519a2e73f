// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Testing

@Suite struct JSONTextParserTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONTextParser.parse(SourceText(name: "test.json", bytes: Array(text.utf8))).value
    }

    @Test func readsAllKindsOfValues() throws {
        let value = try parse(#"{"a": [1, -2.5e3, true, false, null, "x"], "b": {}, "c": []}"#)
        let list: [JSONValue] = [.integer(1), .number(-2500), .bool(true), .bool(false), .null, .string("x")]
        #expect(value == .object(["a": .array(list), "b": .object([:]), "c": .array([])]))
    }

    @Test func readsCommentsAndTrailingCommas() throws {
        let value = try parse(
            """
            // first
            { /* in **/ "a" /* x */ : // y
              [1, 2, /* z */ ], }
            // last, with no line end
            """)
        #expect(value == .object(["a": .array([.integer(1), .integer(2)])]))
    }

    @Test func readsByteOrderMark() throws {
        let bytes = [0xef, 0xbb, 0xbf] + Array("[]".utf8)
        #expect(try JSONTextParser.parse(SourceText(name: "x", bytes: bytes)).value == .array([]))
    }

    @Test func readsEscapes() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#) == .string("\"\\/\u{8}\u{c}\n\r\té😀"))
    }

    @Test func largeIntegersBecomeNumbers() throws {
        #expect(try parse("9223372036854775807") == .integer(.max))
        #expect(try parse("9223372036854775808") == .number(9_223_372_036_854_775_808))
    }

    @Test(arguments: [
        ("", 1, 1, "the file is empty"),
        ("  // only a comment", 1, 20, "the file is empty"),
        ("{\"a\": 1,\n \"a\": 2}", 2, 2, "comes twice"),
        ("[1,,2]", 1, 4, "a value is missing"),
        ("[,]", 1, 2, "a value was expected"),
        ("[1 2]", 1, 3, "a comma is missing"),
        ("[1", 1, 1, "never closed with ]"),
        ("{\"a\": [1}", 1, 9, "a comma is missing"),
        ("{\"a\": 1", 1, 1, "never closed with }"),
        ("{\"a\" 1}", 1, 6, "a colon was expected"),
        ("{a: 1}", 1, 2, "a key in double quotes"),
        ("'x'", 1, 1, "double quotes"),
        ("\"x", 1, 1, "never closed"),
        ("\"x\ny\"", 1, 1, "never closed on its line"),
        ("\"\u{1}\"", 1, 2, "control characters"),
        (#""\x""#, 1, 2, "no such escape"),
        (#""\u12""#, 1, 2, "four hexadecimal digits"),
        (#""\ud800x""#, 1, 2, "half a surrogate pair"),
        (#""\udc00""#, 1, 2, "half a surrogate pair"),
        ("/* x", 1, 1, "never closed with */"),
        ("/x", 1, 1, "a comment begins"),
        ("tru", 1, 1, "\"tru\" is no JSON value"),
        ("01", 1, 1, "may not begin with 0"),
        ("-", 1, 2, "a digit was expected"),
        ("1.", 1, 3, "a digit was expected"),
        ("1e", 1, 3, "a digit was expected"),
        ("1x", 1, 2, "may not go on"),
        ("1e999", 1, 1, "too large"),
        ("{} x", 1, 4, "nothing may follow"),
    ])
    func pointsAtFaults(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: SourceError.self) { try parse(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func refusesInvalidUTF8() {
        #expect(throws: SourceError.self) {
            try JSONTextParser.parse(SourceText(name: "x", bytes: [0x22, 0xff, 0x22]))
        }
    }

    @Test func limitsDepth() throws {
        let depth = JSONTextParser.maximumDepth
        _ = try parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        #expect(throws: SourceError.self) { try parse(String(repeating: "[", count: depth + 1)) }
        #expect(throws: SourceError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test func survivesEveryPrefixAndRandomDamage() {
        let text = Array(#"{"a": [1, 2.5, "x\u00e9\n"], /* c */ "b": {"c": null, "d": true,},}"#.utf8)
        var generator = SeededGenerator(seed: 7)
        for count in 0..<text.count {
            #expect(throws: SourceError.self) {
                try JSONTextParser.parse(SourceText(name: "x", bytes: Array(text[..<count])))
            }
        }
        for _ in 0..<5000 {
            var damaged = text
            damaged[Int(generator.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: generator.next())
            do throws(SourceError) {
                _ = try JSONTextParser.parse(SourceText(name: "x", bytes: damaged))
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }
}
