// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// The transfers of all sessions, by their IDs. Those that ask the same are found at once, however many there are.
struct SessionTransfers: Sendable {
    /// Where a session asks.
    private struct Address: Hashable {
        let key: SessionKey
        let url: String

        init(_ transfer: SessionTransfer) { self.init(transfer.key, transfer.request) }

        init(_ key: SessionKey, _ request: FileRequest) { (self.key, url) = (key, request.url) }
    }

    private var all: [String: SessionTransfer] = [:]
    private var addresses: [Address: Set<String>] = [:]

    subscript(id: String) -> SessionTransfer? {
        get { all[id] }
        set {
            let (before, after) = (all[id].map(Address.init), newValue.map(Address.init))
            all[id] = newValue
            guard before != after else { return }
            if let before {
                addresses[before]?.remove(id)
                if addresses[before]?.isEmpty == true { addresses[before] = nil }
            }
            if let after { addresses[after, default: []].insert(id) }
        }
    }

    var ids: Dictionary<String, SessionTransfer>.Keys { all.keys }
    var values: Dictionary<String, SessionTransfer>.Values { all.values }

    mutating func remove(_ id: String) -> SessionTransfer? {
        defer { self[id] = nil }
        return all[id]
    }

    /// Those of a session that can bring what a request asks for, in no order.
    func answering(_ request: FileRequest, in key: SessionKey) -> [SessionTransfer] {
        (addresses[Address(key, request)] ?? []).compactMap { all[$0] }.filter { $0.answers(request) }
    }
}
