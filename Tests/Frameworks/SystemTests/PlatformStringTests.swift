// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import System
import Testing

struct PlatformStringTests {
    @Test func texts() {
        let bytes: [CChar] = [0x61, -1, 0, 0x62]
        #expect(String(platformString: bytes) == "a\u{FFFD}")
        #expect(bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(platformString: $0) } } == "a\u{FFFD}")
        #expect(String(validatingPlatformString: bytes) == nil)
        #expect(String(validatingPlatformString: [0x61, 0] as [CChar]) == "a")
        #expect("ab".withPlatformString { String(validatingPlatformString: $0) } == "ab")
    }
}
