// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The hosts to which no proxy leads, as curl reads them from `no_proxy`: names, which stand for all below them, too, with a dot in
/// front or without; addresses; networks as `10.0.0.0/8`; `*` for all. Commas or spaces stand between them.
package struct ProxyExceptions: Equatable, Sendable {
    private enum Entry: Equatable, Sendable {
        case name(String)
        case network(NetworkAddress, bits: Int)
    }

    private static let largestCount = 1000

    /// As they are written, for people.
    package let words: [String]
    /// Words that name no host and no network, and so except nothing.
    package let unusable: [String]
    private let entries: [Entry]
    /// Whether no proxy leads anywhere.
    package let coversAll: Bool

    package init(_ text: String = "") {
        let read = text.split { ", \t\n".contains($0) }.prefix(Self.largestCount).map { word in
            (word: String(word), entry: Self.entry(String(word)))
        }
        coversAll = read.contains { $0.word == "*" }
        words = read.filter { $0.word == "*" || $0.entry != nil }.map(\.word)
        unusable = read.filter { $0.word != "*" && $0.entry == nil }.map(\.word)
        entries = read.compactMap(\.entry)
    }

    private static func entry(_ word: String) -> Entry? {
        let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if let address = NetworkAddress(Self.bare(parts[0])) {
            guard parts.count == 2 else { return .network(address, bits: address.bytes.count * 8) }
            guard let bits = Int(parts[1]), (0...(address.bytes.count * 8)).contains(bits) else { return nil }
            return .network(address, bits: bits)
        }
        let name = Self.name(parts[0].first == "." ? parts[0].dropFirst() : parts[0])
        // Neither a port nor the other marks of an address belong here: no host has such a name.
        let isName = !name.isEmpty && name.utf8.allSatisfy { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "*") }
        return isName && parts.count == 1 ? .name(name) : nil
    }

    /// - `host`: a name, or an address without brackets.
    package func cover(_ host: String) -> Bool {
        if coversAll { return true }
        if let address = NetworkAddress(host) {
            return entries.contains { entry in
                if case .network(let network, let bits) = entry { address.matches(network, bits: bits) } else { false }
            }
        }
        let host = Self.name(host[...])
        return entries.contains { entry in
            if case .name(let name) = entry { host == name || host.hasSuffix("." + name) } else { false }
        }
    }

    private static func name(_ text: Substring) -> String {
        (text.last == "." ? text.dropLast() : text).lowercased()
    }

    private static func bare(_ text: Substring) -> String {
        text.first == "[" && text.last == "]" ? String(text.dropFirst().dropLast()) : String(text)
    }
}
