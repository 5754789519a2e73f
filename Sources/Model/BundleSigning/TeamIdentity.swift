// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import SystemSupport

/// A team: whoever holds the private half of this Ed25519 key.
///
/// There is no authority that names teams. A device remembers the key that an app first came with, and people compare
/// fingerprints.
package struct TeamIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of a public key.
    package static let length = 32
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    let bytes: [UInt8]

    /// - `bytes`: the raw public key, of `length` bytes.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    init(_ key: Curve25519.Signing.PublicKey) { bytes = Array(key.rawRepresentation) }

    /// Reads what `publicKey` writes; nil for anything else.
    package init?(publicKey text: String) {
        guard let bytes = Hexadecimal.bytes(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The public key in 64 hexadecimal digits.
    package var publicKey: String { Hexadecimal.text(bytes) }

    /// What people compare: the first 100 bits of the key's SHA-256, in base 32, as in `7Q2MB-X4KLC-9TREE-AAAAB`.
    package var fingerprint: String {
        let digest = Array(SHA256.hash(data: bytes))
        var text = ""
        for place in 0..<20 {
            var value = 0
            for bit in place * 5..<place * 5 + 5 { value = value << 1 | Int(digest[bit / 8] >> (7 - bit % 8) & 1) }
            if place > 0, place.isMultiple(of: 5) { text.append("-") }
            text.append(Self.alphabet[value])
        }
        return text
    }

    package var description: String { fingerprint }

    /// Whether the holder of the private half signed these bytes.
    func hasSigned(_ message: [UInt8], signature: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
