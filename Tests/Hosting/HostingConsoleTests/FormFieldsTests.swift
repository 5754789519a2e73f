// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingConsole

@Suite("What forms say") struct FormFieldsTests {
    @Test("Names and values are decoded, the first of each name counts") func fields() throws {
        let form = try #require(FormFields("a=1&b=two+words%21&a=3&c=&d&e=%C3%A9"))
        #expect(form["a"] == "1" && form.all("a") == ["1", "3"] && form["b"] == "two words!")
        #expect(form["c"] == "" && form.text("c") == nil && form["d"] == "" && form["e"] == "é")
        #expect(form["f"] == nil && form.text("f") == nil)
        #expect(FormFields("x=%20y%20")?.text("x") == "y")
    }

    @Test("What is none is refused", arguments: ["a=%", "a=%zz", "a=%00", "a=%ff"])
    func broken(_ text: String) { #expect(FormFields(text) == nil) }

    @Test("A form has no end of fields") func many() {
        #expect(FormFields(Array(repeating: "a=1", count: 1_001).joined(separator: "&")) == nil)
    }

    @Test("What stands in an address is read from it again") func encoding() {
        for text in ["a b&c=d", "é/?#", "100 %", "plain"] {
            #expect(FormFields("x=" + FormFields.encoded(text))?["x"] == text)
        }
    }
}
