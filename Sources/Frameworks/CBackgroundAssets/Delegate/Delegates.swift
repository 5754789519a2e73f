// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import Varlink

/// The delegate of a manager: one or none, and the task that follows downloads for it.
///
/// An update is taken from the framework when the callback thread is free for it, so that progress is coalesced until then.
final class Delegates: Sendable {
    private struct State {
        var delegate: Delegate?
        /// Rises with each delegate that is set or cleared.
        var generation = 0
        /// The generation of the delegate that is being called.
        var calling: Int?
        var follower: Task<Void, Never>?
        /// Ends of downloads that were taken when the delegate had gone: the next one hears of them.
        var leftovers: [AssetPackManager.DownloadStatusUpdate] = []
    }

    private static let largestLeftoverCount = 1_024

    private let manager: AssetPackManager
    private let monitor = Monitor(State())

    init(manager: AssetPackManager) { self.manager = manager }

    func set(_ delegate: Delegate) throws(InterfaceError) {
        try CallbackThread.shared.start()
        let generation = monitor.withLock { state in
            state.delegate = delegate
            state.generation += 1
            if state.follower == nil {
                // Followed from here on, and not from when the task gets its turn.
                let updates = manager.followDownloads()
                let leftovers = state.leftovers
                state.leftovers = []
                state.follower = Task.detached { [self] in
                    for update in leftovers { await deliver(update) }
                    for await update in updates { await deliver(update) }
                }
            }
            return state.generation
        }
        waitForCallback(before: generation)
    }

    func clear() {
        let (follower, generation) = monitor.withLock { state in
            state.delegate = nil
            state.generation += 1
            defer { state.follower = nil }
            return (state.follower, state.generation)
        }
        follower?.cancel()
        waitForCallback(before: generation)
    }

    /// Blocks until no delegate of an earlier generation is being called; in a callback that would be forever.
    private func waitForCallback(before generation: Int) {
        if CallbackThread.shared.isCurrent { return }
        monitor.wait { state in state.calling.map { $0 < generation } ?? false ? nil : () }
    }

    /// Returns when the delegate has been told.
    private func deliver(_ update: AssetPackManager.DownloadStatusUpdate) async {
        await withCheckedContinuation { continuation in
            CallbackThread.shared.enqueue { [self] in
                call(update)
                continuation.resume()
            }
        }
    }

    private func call(_ update: AssetPackManager.DownloadStatusUpdate) {
        let delegate = monitor.withLock { state -> Delegate? in
            guard let delegate = state.delegate else {
                if update.isFinal { state.leftovers.append(update) }
                if state.leftovers.count > Self.largestLeftoverCount { state.leftovers.removeFirst() }
                return nil
            }
            state.calling = state.generation
            return delegate
        }
        delegate?.call(update)
        if delegate != nil { monitor.withLock { $0.calling = nil } }
    }
}
