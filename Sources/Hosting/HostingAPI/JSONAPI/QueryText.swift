// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// The parameters of an address, decoded.
struct QueryText: Sendable {
    /// In their order; one name may come several times.
    let items: [(name: String, value: String)]

    /// - `text`: what stands behind the question mark.
    /// - Throws: for what is no UTF-8 text in percent encoding, and for characters with the code 0: no database takes them.
    init(_ text: String) throws(APIFailure) {
        var items: [(String, String)] = []
        for part in text.split(separator: "&", omittingEmptySubsequences: true) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(pair[0]), let value = Self.decoded(pair.count > 1 ? pair[1] : ""),
                !name.utf8.contains(0), !value.utf8.contains(0)
            else {
                throw APIFailure(
                    .parameterInvalid(
                        String(pair[0]),
                        "The parameter is not valid percent-encoded UTF-8 text without characters of code 0"))
            }
            items.append((name, value))
        }
        self.items = items
    }

    /// A plus stands for itself: dates have them.
    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)),
                let value = Hexadecimal.bytes(digits, allowsUpperCase: true), value.count == 1
            else { return nil }
            bytes += value
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
