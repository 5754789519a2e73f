// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1500, "1.5 kB"), (1_234_567, "1.23 MB"), (12_345_678, "12.3 MB"),
        (999_499_999, "999 MB"), (999_999_999, "1 GB"), (Int64.max, "9.22 EB"), (-2500, "-2.5 kB"),
        (Int64.min, "-9.22 EB"),
    ])
    func textHasThreeDigits(_ count: Int64, _ text: String) { #expect(ByteCount.text(count) == text) }
}
