// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Testing

@Suite struct CompressionTests {
    @Test func everyLetterFindsItsCodec() {
        for codec in Compression.allCases {
            guard let letter = codec.magicLetter else {
                #expect(codec == .none)
                continue
            }
            #expect(Compression(magicLetter: letter) == codec)
        }
        #expect(Compression(magicLetter: UInt8(ascii: "b")) == nil)
    }
}
