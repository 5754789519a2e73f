// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import SystemSupport

/// What tells one machine's certificate from all others: its SHA-256, and the words that people compare.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// Bytes that the words stand for: 96 bits. Nobody finds another certificate with the same words.
    static let wordBytes = 12
    private static let consonants = Array("bdfghjklmnprstvz")
    private static let vowels = Array("aiou")

    /// SHA-256 of the certificate in DER.
    package let bytes: [UInt8]

    init(ofCertificate der: [UInt8]) { bytes = Array(SHA256.hash(data: der)) }

    /// Reads 64 hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text, allowsUpperCase: true), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    package var hexadecimal: String { Hexadecimal.text(bytes) }

    /// Six words that can be read aloud, of 16 bits each (proquints, https://arxiv.org/abs/0901.4016).
    package var words: [String] {
        stride(from: 0, to: Self.wordBytes, by: 2).map { index in
            let value = Int(bytes[index]) << 8 | Int(bytes[index + 1])
            return String([
                Self.consonants[value >> 12 & 15], Self.vowels[value >> 10 & 3], Self.consonants[value >> 6 & 15],
                Self.vowels[value >> 4 & 3], Self.consonants[value & 15],
            ])
        }
    }

    /// The words, as they are shown and given.
    package var description: String { words.joined(separator: "-") }

    /// Whether a text is as the words of a machine are, whichever that is.
    package static func areWords(_ text: String) -> Bool {
        let words = Self.words(of: text)
        return words.count == wordBytes / 2
            && words.allSatisfy { word in
                word.count == 5
                    && word.enumerated().allSatisfy { ($0.offset % 2 == 0 ? consonants : vowels).contains($0.element) }
            }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { $0 == "-" || $0.isWhitespace }.map(String.init)
    }

    /// Whether a person has given these words, in any case, and with spaces or hyphens between them.
    package func matches(_ text: String) -> Bool {
        Self.words(of: text) == words
    }
}
