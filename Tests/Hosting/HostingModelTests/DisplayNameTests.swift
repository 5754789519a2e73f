// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct DisplayNameTests {
    @Test(arguments: ["Ada", "Zoë Ünal", "陳", "עדה", String(repeating: "a", count: 200)]) func names(_ name: String) {
        #expect(DisplayName.isValid(name))
    }

    @Test(
        "A name is one line, and leaves what is beside it as it is",
        arguments: [
            "", "  ", "Bo\r\nBcc: evil@example.com", "a\u{2028}b", "a\u{7}b", "a\u{202e}b",
            String(repeating: "a", count: 201),
        ]) func others(_ name: String)
    {
        #expect(!DisplayName.isValid(name))
    }
}
