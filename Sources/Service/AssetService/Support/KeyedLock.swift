// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Lets one task at a time do something for a key, in the order in which they asked, across suspensions.
actor KeyedLock {
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    func withLock<Value: Sendable, Failure: Error>(
        _ key: String, _ body: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await acquire(key)
        do throws(Failure) {
            let value = try await body()
            release(key)
            return value
        } catch {
            release(key)
            throw error
        }
    }

    private func acquire(_ key: String) async {
        guard waiting[key] != nil else {
            waiting[key] = []
            return
        }
        await withCheckedContinuation { waiting[key, default: []].append($0) }
    }

    private func release(_ key: String) {
        guard var queue = waiting[key], !queue.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[key] = queue
        next.resume()
    }
}
