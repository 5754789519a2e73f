// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

@Suite struct KeysetTests {
    private func text(_ sql: SQL?) -> String? { sql?.bound(for: .postgreSQL).text }

    @Test func theFirstPageHasNoCondition() {
        let keyset = Keyset([.init("a"), .init("id")])
        #expect(keyset.condition == nil)
        #expect(text(keyset.order) == " ORDER BY a, id")
    }

    @Test func oneDirectionIsComparedAtOnce() {
        let rising = Keyset([.init("a"), .init("id")], after: [.integer(1), .text("x")])
        #expect(text(rising.condition) == "(a, id) > ($1, $2)")
        let falling = Keyset(
            [.init("a", isFalling: true), .init("id", isFalling: true)], after: [.integer(1), .text("x")])
        #expect(text(falling.condition) == "(a, id) < ($1, $2)")
        #expect(text(falling.order) == " ORDER BY a DESC, id DESC")
    }

    @Test func directionsThatDifferAreComparedOneByOne() {
        let keyset = Keyset([.init("a", isFalling: true), .init("id")], after: [.integer(1), .text("x")])
        #expect(text(keyset.condition) == "((a < $1) OR (a = $2 AND id > $3))")
        #expect(keyset.condition?.bound(for: .sqlite).values == [.integer(1), .integer(1), .text("x")])
    }

    @Test func aPlaceOfAnotherOrderIsNone() {
        #expect(Keyset([.init("a"), .init("id")], after: [.integer(1)]).condition == nil)
    }
}
