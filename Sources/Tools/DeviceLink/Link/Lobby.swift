// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import Synchronization

/// Connections of those who have not shown yet that they are paired. When there are too many, the one that has waited longest
/// goes, so that whoever comes is heard: to stay silent, or to be many, shuts nobody out.
final class Lobby: Sendable {
    /// Connections at a time.
    static let limit = 16
    /// Of one address.
    static let limitPerAddress = 4

    private struct Guest {
        let number: UInt64
        let origin: [UInt8]
        let channel: any Channel
    }

    private struct State {
        /// Those who came first, first.
        var guests: [Guest] = []
        var sentAway: Set<UInt64> = []
        var nextNumber: UInt64 = 0
        var isCrowded = false
    }

    private let state = Mutex(State())
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// - Returns: by which it leaves.
    func enter(_ channel: any Channel) -> UInt64 {
        let origin = Self.origin(channel.remoteAddress)
        let (number, evicted, isNews) = state.withLock { state -> (UInt64, Guest?, Bool) in
            let number = state.nextNumber
            state.nextNumber += 1
            let index = Self.excess(state.guests, origin)
            let evicted = index.map { state.guests.remove(at: $0) }
            if let evicted { state.sentAway.insert(evicted.number) }
            state.guests.append(Guest(number: number, origin: origin, channel: channel))
            let isNews = evicted != nil && !state.isCrowded
            if isNews { state.isCrowded = true }
            return (number, evicted, isNews)
        }
        evicted?.channel.close(promise: nil)
        // Once a crowd: whoever floods it with connections must not flood the terminal, too.
        if isNews { log("too many connections of strangers: those that have waited longest are ended") }
        return number
    }

    /// It is known who it is.
    func leave(_ number: UInt64) {
        state.withLock { state in
            state.guests.removeAll { $0.number == number }
            if state.guests.count <= Self.limitPerAddress / 2 { state.isCrowded = false }
        }
    }

    /// The connection has ended.
    func forget(_ number: UInt64) {
        leave(number)
        state.withLock { _ = $0.sentAway.remove(number) }
    }

    /// Whether it had to go for another one.
    func hasSentAway(_ number: UInt64) -> Bool { state.withLock { $0.sentAway.contains(number) } }

    /// Who has to go for one more of an address.
    private static func excess(_ guests: [Guest], _ origin: [UInt8]) -> Int? {
        let counts = Dictionary(guests.map { ($0.origin, 1) }, uniquingKeysWith: +)
        if counts[origin, default: 0] >= limitPerAddress { return guests.firstIndex { $0.origin == origin } }
        guard guests.count >= limit else { return nil }
        let most = counts.values.max()
        return guests.firstIndex { counts[$0.origin] == most }
    }

    /// An address, or the network of one machine: whoever has an IPv6 address has as many as they like of the same 64 bits.
    private static func origin(_ address: SocketAddress?) -> [UInt8] {
        guard let text = address?.ipAddress else { return [] }
        var (short, long) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &short) == 1 { return withUnsafeBytes(of: short) { Array($0) } }
        guard inet_pton(AF_INET6, text, &long) == 1 else { return [] }
        return withUnsafeBytes(of: long) { bytes in
            let isMapped = bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
            return Array(isMapped ? bytes.suffix(4) : bytes.prefix(8))
        }
    }
}
