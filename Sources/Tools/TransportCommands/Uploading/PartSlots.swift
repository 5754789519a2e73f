// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How many parts, of all packs together, may be under way.
actor PartSlots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Does something as soon as there is a place for it.
    nonisolated func with<Result: Sendable>(
        _ body: () async throws(TransportError) -> Result
    ) async throws(TransportError) -> Result {
        await take()
        do throws(TransportError) {
            let result = try await body()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        // A place that somebody waits for is theirs without being free in between.
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
