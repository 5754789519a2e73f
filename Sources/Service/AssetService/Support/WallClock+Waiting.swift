// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension WallClock {
    /// Returns at `time` (seconds since 1970; infinity for never), at the next of `changes`, or when the task is
    /// cancelled.
    func sleep(until time: Double, orFirstOf changes: some AsyncSequence<Void, Never> & Sendable) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in changes { return } }
            if time.isFinite {
                group.addTask {
                    do throws(CancellationError) { try await self.sleep(until: time) } catch { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
