// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceLink

/// The words that people compare.
@Suite("Fingerprints") struct FingerprintTests {
    private func fingerprint(_ start: [UInt8]) throws -> Fingerprint {
        let bytes = start + [UInt8](repeating: 0, count: 32 - start.count)
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try #require(Fingerprint(hexadecimal: text))
    }

    @Test("The examples of the article on proquints: addresses of four bytes are two words") func proquints() throws {
        for (address, words) in [
            ([127, 0, 0, 1], "lusab-babad"), ([63, 84, 220, 193], "gutih-tugad"), ([63, 118, 7, 35], "gutuk-bisog"),
            ([140, 98, 193, 141], "mudof-sakat"), ([255, 255, 255, 255], "zuzuz-zuzuz"),
        ] as [([UInt8], String)] {
            #expect("\(try fingerprint(address))".hasPrefix(words + "-"))
        }
    }

    @Test("Six words stand for 96 bits, and are read in any case and spacing") func words() throws {
        let one = try fingerprint([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        #expect(one.words.count == 6)
        #expect(one.matches("\(one)"))
        #expect(one.matches(one.words.joined(separator: "  ").uppercased() + "\n"))
        #expect(!one.matches(one.words.dropLast().joined(separator: "-")))
        #expect(!one.matches(""))
        let other = try fingerprint([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13])
        #expect(!other.matches("\(one)"))
    }

    @Test("What can be the words of a machine, and what cannot") func areWords() throws {
        let words = try fingerprint([1, 2, 3]).words
        for text in [words.joined(separator: "-"), words.joined(separator: " ").uppercased()] {
            #expect(Fingerprint.areWords(text), "\(text)")
        }
        for text in ["", "a", words.dropLast().joined(separator: "-"), (words + ["babab"]).joined(separator: "-")] {
            #expect(!Fingerprint.areWords(text), "\(text)")
        }
        for word in ["babaa", "baba", "bababa", "xabab", "bebab", "bàbab"] {
            #expect(!Fingerprint.areWords((words.dropLast() + [word]).joined(separator: "-")), "\(word)")
        }
    }

    @Test(
        "What is no fingerprint",
        arguments: ["", "00", String(repeating: "g", count: 64), String(repeating: "+1", count: 32), "é"])
    func nonsense(_ text: String) { #expect(Fingerprint(hexadecimal: text) == nil) }

    @Test("Addresses of machines, and what is none") func addresses() throws {
        #expect(try LinkAddress("tablet.local") == LinkAddress(host: "tablet.local", port: 8447))
        #expect(try LinkAddress("192.0.2.7:1") == LinkAddress(host: "192.0.2.7", port: 1))
        #expect(try LinkAddress("[::1]:65535") == LinkAddress(host: "::1", port: 65535))
        #expect("\(try LinkAddress("[::1]"))" == "[::1]:8447")
        for text in ["", ":1", "a:", "a:0", "a:65536", "a:b", "a:+1", "::1", "[::1", "[::1]x", "a b", "a/b", "[]"] {
            #expect(throws: LinkError.self, "\(text)") { try LinkAddress(text) }
        }
    }
}
