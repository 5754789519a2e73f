// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import ToolSupport

@Suite struct TableTests {
    @Test func alignsColumns() {
        let table = Table(
            [.init("ID"), .init("SIZE", .right), .init("NOTE")],
            rows: [["Tutorial", "12 MB", ""], ["a", "1 B", "x"]])
        #expect(
            table.text == """
                ID         SIZE  NOTE
                Tutorial  12 MB
                a           1 B  x
                """)
    }

    @Test func takesRowsOfAnyLength() {
        #expect(Table([.init("A"), .init("B")], rows: [["1"], ["1", "2", "3"], []]).text == "A  B\n1\n1  2\n")
        #expect(Table([.init("A")]).text == "A")
    }

    @Test func wideCellsMakeTheirOwnLineLonger() {
        let wide = String(repeating: "x", count: 65)
        let table = Table([.init("NAME"), .init("APP")], rows: [["short", "a"], [wide, "b"], [wide, "c"]])
        #expect(table.text == "NAME   APP\nshort  a\n\(wide)  b\n\(wide)  c")
    }

    @Test func countsCharactersAndDisarmsControls() {
        let table = Table([.init("A"), .init("B")], rows: [["é\u{301}", "1"], ["a\u{1b}[2J\n", "2"]])
        #expect(!table.text.contains("\u{1b}"))
        #expect(table.text.split(separator: "\n").count == 3)
    }
}
