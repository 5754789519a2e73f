// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingDelivery
import Testing

@Suite struct EntityTagTests {
    @Test func strongAndWeakTags() throws {
        #expect(EntityTag(parsing: "\"abc\"") == EntityTag("abc"))
        #expect(EntityTag(parsing: "W/\"abc\"") == EntityTag("abc", isWeak: true))
        #expect(EntityTag(parsing: "\"\"") == EntityTag(""))
        #expect(EntityTag("abc").description == "\"abc\"")
        #expect(EntityTag("abc", isWeak: true).description == "W/\"abc\"")
    }

    @Test(arguments: ["", "abc", "\"", "\"abc", "abc\"", "w/\"abc\"", "\"a\"b\"", "\"a b\"", "W/abc", "\"a\u{7f}\""])
    func malformed(text: String) {
        #expect(EntityTag(parsing: text) == nil)
    }

    @Test func comparison() {
        let strong = EntityTag("a")
        let weak = EntityTag("a", isWeak: true)
        #expect(strong.matchesStrongly(strong))
        #expect(!strong.matchesStrongly(weak))
        #expect(!weak.matchesStrongly(weak))
        #expect(strong.matchesWeakly(weak))
        #expect(!strong.matchesWeakly(EntityTag("b")))
    }

    @Test func lists() {
        #expect(EntityTagList(parsing: " * ") == .any)
        #expect(
            EntityTagList(parsing: "\"a\" , W/\"b\",\"c,d\"")
                == .tags([EntityTag("a"), EntityTag("b", isWeak: true), EntityTag("c,d")]))
        #expect(EntityTagList(parsing: "") == .tags([]))
        #expect(EntityTagList(parsing: "a, \"b\"") == .tags([EntityTag("b")]))
    }
}
