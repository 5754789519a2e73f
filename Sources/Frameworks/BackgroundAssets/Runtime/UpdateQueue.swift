// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Updates on their way to one consumer.
///
/// Progress is coalesced: an update that is still waiting shows the newest progress when it is taken. The ends of
/// downloads are never dropped; of other updates the oldest go when the consumer falls far behind.
final class UpdateQueue: Sendable {
    typealias Update = AssetPackManager.DownloadStatusUpdate

    private static let largestCount = 1_024

    private struct State {
        var updates: [Update] = []
        var isFinished = false
        var consumer: CheckedContinuation<Update?, Never>?
    }

    /// The only pack whose updates are taken; nil for all. Its queue finishes with its download.
    let packID: String?
    private let state = Mutex(State())

    init(packID: String?) { self.packID = packID }

    /// Hands an update over; one that comes after the end, or concerns another pack, is left out.
    func push(_ update: Update) {
        if let packID, update.assetPack.id != packID { return }
        let consumer = state.withLock { state -> CheckedContinuation<Update?, Never>? in
            if state.isFinished { return nil }
            if packID != nil, update.isFinal { state.isFinished = true }
            if let consumer = state.consumer {
                state.consumer = nil
                return consumer
            }
            if case .downloading(let pack, _) = update,
                case .downloading = state.updates.last(where: { $0.assetPack.id == pack.id })
            {
                return nil
            }
            state.updates.append(update)
            if state.updates.count > Self.largestCount, let oldest = state.updates.firstIndex(where: { !$0.isFinal }) {
                state.updates.remove(at: oldest)
            }
            return nil
        }
        consumer?.resume(returning: update)
    }

    /// No further update comes.
    func finish() {
        let consumer = state.withLock { state in
            state.isFinished = true
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume(returning: nil)
    }

    /// The next update; nil after the last one, and when the task is cancelled.
    func next() async -> Update? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Update?? = state.withLock { state in
                    if !state.updates.isEmpty { return .some(state.updates.removeFirst()) }
                    if state.isFinished { return .some(nil) }
                    state.consumer = continuation
                    return .none
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            finish()
        }
    }
}
