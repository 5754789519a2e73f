// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingDelivery
internal import Synchronization

/// What stands at addresses that were asked for, for as long as nothing has changed in the database.
final class KnownAddresses: Sendable {
    /// Bytes, about. Then all are forgotten: devices may add what they like to an address.
    private static let capacity = 8 << 20
    private static let longestAddress = 512

    private struct State {
        var contents: [String: PromptContent] = [:]
        var cost = 0
        /// The number of the database's last change, which all of them are of.
        var change: Int64 = 0
    }

    private let state = Mutex(State())

    func content(at address: String, _ change: Int64) -> PromptContent? {
        state.withLock { $0.change == change ? $0.contents[address] : nil }
    }

    func keep(_ content: PromptContent, at address: String, _ change: Int64) {
        guard address.utf8.count <= Self.longestAddress else { return }
        state.withLock { state in
            let cost = content.cost + address.utf8.count + 512
            if state.change != change || state.cost + cost > Self.capacity { state = State(change: change) }
            guard state.contents.updateValue(content, forKey: address) == nil else { return }
            state.cost += cost
        }
    }
}
