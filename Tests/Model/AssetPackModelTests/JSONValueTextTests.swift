// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@Suite struct JSONValueTextTests {
    @Test func sortsKeysAndIndents() {
        let value = JSONValue.object([
            "b": .array([.integer(1), .null]), "a": .object([:]), "é": .array([]), "c": .bool(true),
        ])
        #expect(
            value.text == """
                {
                  "a": {},
                  "b": [
                    1,
                    null
                  ],
                  "c": true,
                  "é": []
                }
                """)
    }

    @Test func escapesWhatJSONDemands() {
        #expect(JSONValue.string("\"\\/\n\r\t\u{1}é").text == #""\"\\/\n\r\t\u0001é""#)
    }

    @Test func givesBackWhatItRead() throws {
        let value = JSONValue.object([
            "numbers": .array([.integer(.min), .integer(.max), .number(0.1), .number(1e300), .number(-2.5e-7)]),
            "text": .string("line\nline \u{1F600} \u{7f}"), "nested": .array([.array([.object(["": .null])])]),
        ])
        let source = SourceText(name: "x", bytes: Array(value.text.utf8))
        #expect(try JSONTextParser.parse(source).value == value)
    }
}
