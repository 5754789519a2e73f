// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// A SHA-256 digest: 32 bytes, printed as lower-case hexadecimal.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Takes exactly 32 bytes; nil for any other count.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    package init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.bytes(text, allowsUpperCase: true) else { return nil }
        self.init(bytes)
    }

    package var description: String { Hexadecimal.text(bytes) }
}

extension Digest: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let digest = Digest(hexadecimal: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not 64 hexadecimal digits of a SHA-256"))
        }
        self = digest
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
