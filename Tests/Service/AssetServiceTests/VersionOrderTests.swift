// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

@Suite struct VersionOrderTests {
    @Test(arguments: [
        ("1.0", "1", "1.0.1", "1"), ("1.9", "5", "1.10", "1"), ("1.0", "9", "1.0", "10"), ("1", "1", "1.0.0", "2"),
        ("1.0a", "1", "1.0b", "1"),
    ])
    func olderVersions(_ one: (String, String, String, String)) {
        #expect(VersionOrder.isOlder((one.0, one.1), than: (one.2, one.3)))
        #expect(!VersionOrder.isOlder((one.2, one.3), than: (one.0, one.1)))
    }

    @Test func theSameIsNotOlder() {
        #expect(!VersionOrder.isOlder(("1.0", "1"), than: ("1.0.0", "1")))
    }
}
