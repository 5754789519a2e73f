// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

@Suite struct HexadecimalTests {
    @Test func everyByteIsReadAsItIsWritten() {
        let all = [UInt8](0...255)
        let text = Hexadecimal.text(all)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.bytes(text) == all)
        #expect(Hexadecimal.bytes(text.uppercased(), allowsUpperCase: true) == all)
        #expect(Hexadecimal.text([]) == "")
        #expect(Hexadecimal.bytes("") == [])
    }

    @Test(arguments: ["0", "000", "0g", "+1", " 1", "AB", "0x", "é", "00 "]) func whatIsNoByteIsNotRead(_ text: String)
    {
        #expect(Hexadecimal.bytes(text) == nil)
    }

    @Test(arguments: ["0", "0G", "+A", "A"]) func upperCaseIsNoExcuse(_ text: String) {
        #expect(Hexadecimal.bytes(text, allowsUpperCase: true) == nil)
    }
}
