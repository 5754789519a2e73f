// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

@Suite("Texts of JSON that are known") struct KnownJSONTests {
    @Test("A text is known as what it was read as, and as nothing else") func types() {
        let known = KnownJSON()
        #expect(known.value(of: "[]", as: [String].self) == nil)
        // A value that may be nothing is not known for that.
        #expect(known.value(of: "[]", as: [String]?.self) == .none)
        known.keep(["a"], of: "[]")
        #expect(known.value(of: "[]", as: [String].self) == ["a"])
        #expect(known.value(of: "[]", as: [Int].self) == nil)
        #expect(known.value(of: "[ ]", as: [String].self) == nil)
        known.keep([String]?.some(["b"]), of: "[]")
        #expect(known.value(of: "[]", as: [String]?.self) == .some(["b"]))
    }

    @Test("Many texts, and long ones, are not kept for ever") func bounds() {
        let known = KnownJSON()
        let long = String(repeating: "a", count: 1_000)
        known.keep(1, of: long)
        #expect(known.value(of: long, as: Int.self) == nil)
        known.keep(0, of: "first")
        for number in 0..<1_000 { known.keep(number, of: "\(number)") }
        #expect(known.value(of: "first", as: Int.self) == nil)
        #expect(known.value(of: "999", as: Int.self) == 999)
    }
}
