// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct PackIdentifierRulesTests {
    @Test(arguments: ["a", "Tutorial", "org.example.pack-1_2", ".hidden", String(repeating: "a", count: 64)])
    func isGood(_ identifier: String) { #expect(PackIdentifierRules.fault(of: identifier) == nil) }

    @Test(arguments: [
        "", ".", "..", "a/b", "a b", "ä", "a%2f", "a\n", "a.blocks", "a.Blocks", String(repeating: "a", count: 65),
    ])
    func isNot(_ identifier: String) { #expect(PackIdentifierRules.fault(of: identifier) != nil) }
}
