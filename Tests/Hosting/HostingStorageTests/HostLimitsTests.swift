// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

@Suite struct HostLimitsTests {
    @Test(arguments: [
        (1, 16 << 20), (16 << 20, 16 << 20), (160_000 << 20, 16 << 20), ((160_000 << 20) + 1, 17 << 20),
        (1 << 53, 858_994 << 20),
    ]) func noUploadHasMorePartsThanAStoreTakes(_ size: Int, _ partSize: Int) {
        let found = HostLimits().partSize(ofUpload: Int64(size))
        #expect(found == Int64(partSize))
        #expect((Int64(size) + found - 1) / found <= 10_000)
    }
}
