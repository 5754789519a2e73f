// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a browser has to know to be let in: every user of this machine can connect to its loopback address.
///
/// The page lies below a key that only its person is shown. A browser is started with another one, which leads there once:
/// what a program is started with, all users can read.
final class PageKeys: Sendable {
    /// The first component of the page's path: 128 random bits.
    let page: String
    /// Leads to the page once.
    let entrance: String
    private let isEntranceOpen = Mutex(true)

    init(using generator: inout some RandomNumberGenerator) {
        page = Self.key(using: &generator)
        entrance = Self.key(using: &generator)
    }

    convenience init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Whether this is the page's key. How long it takes does not tell how much of it is right.
    func opensPage(_ key: String) -> Bool { Self.isSame(key, page) }

    /// Whether this is the entrance's key, and nobody has come in by it yet.
    func takesEntrance(_ key: String) -> Bool {
        guard Self.isSame(key, entrance) else { return false }
        return isEntranceOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }

    private static func key(using generator: inout some RandomNumberGenerator) -> String {
        (0..<2).map { _ in
            let text = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }

    private static func isSame(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
