// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct AppVersionNumberTests {
    @Test func countsAsPeopleDo() throws {
        let sorted = ["0", "0.9", "1", "1.0.1", "1.9", "1.10", "2", "10"].compactMap(AppVersionNumber.init)
        #expect(sorted.count == 8 && sorted == sorted.shuffled().sorted())
        #expect(AppVersionNumber("1.0") == AppVersionNumber("1"))
        #expect(AppVersionNumber("1.02")?.description == "1.2")
    }

    @Test(arguments: [
        "", ".", "1.", ".1", "1..2", "a", "1.0b", "-1", "+1", " 1", "٣", "1.2.3.4.5.6.7.8.9", "4294967296",
    ])
    func whatIsNoneIsNone(_ text: String) { #expect(AppVersionNumber(text) == nil) }
}
