// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Fields as forms and queries have them.
enum QueryEncoding {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

    static func text(_ fields: [(String, String)]) -> String {
        fields.map { encoded($0) + "=" + encoded($1) }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if plain.contains(byte) {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
