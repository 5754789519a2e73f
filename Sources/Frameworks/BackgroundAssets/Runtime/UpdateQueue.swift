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

    /// An update, and the service's ID of the event when it has to hear that somebody has taken it.
    private struct Item {
        let update: Update
        let eventID: Int64?
    }

    private struct State {
        var items: [Item] = []
        /// The last events that were handed over.
        var eventIDs: [Int64] = []
        var isFinished = false
        var consumer: CheckedContinuation<Item?, Never>?
    }

    /// The only pack whose updates are taken; nil for all. Its queue finishes with its download.
    let packID: String?
    private let state = Mutex(State())
    /// Is told the IDs of events that the consumer has taken.
    private let taken: @Sendable (Int64) -> Void

    init(packID: String?, taken: @escaping @Sendable (Int64) -> Void) {
        self.packID = packID
        self.taken = taken
    }

    /// Hands an update over; one that comes after the end, or concerns another pack, is left out, and none of one event comes twice.
    ///
    /// - Returns: whether the consumer gets it.
    @discardableResult func push(_ update: Update, eventID: Int64? = nil) -> Bool {
        if let packID, update.assetPack.id != packID { return false }
        let item = Item(update: update, eventID: eventID)
        var isPushed = true
        let consumer = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            if state.isFinished {
                isPushed = false
                return nil
            }
            if let eventID {
                if state.eventIDs.contains(eventID) { return nil }
                state.eventIDs.append(eventID)
                if state.eventIDs.count > Self.largestCount { state.eventIDs.removeFirst() }
            }
            if packID != nil, update.isFinal { state.isFinished = true }
            if let consumer = state.consumer {
                state.consumer = nil
                return consumer
            }
            if case .downloading(let pack, _) = update,
                case .downloading = state.items.last(where: { $0.update.assetPack.id == pack.id })?.update
            {
                return nil
            }
            state.items.append(item)
            if state.items.count > Self.largestCount,
                let oldest = state.items.firstIndex(where: { !$0.update.isFinal })
            {
                state.items.remove(at: oldest)
            }
            return nil
        }
        consumer?.resume(returning: item)
        return isPushed
    }

    /// No further update comes.
    ///
    /// - Returns: the ends of downloads that wait for the consumer, with their events' IDs.
    @discardableResult func finish() -> [(eventID: Int64, update: Update)] {
        let (consumer, left) = state.withLock { state in
            state.isFinished = true
            defer { state.consumer = nil }
            return (state.consumer, state.items.compactMap { item in item.eventID.map { ($0, item.update) } })
        }
        consumer?.resume(returning: nil)
        return left
    }

    /// The next update; nil after the last one, and when the task is cancelled.
    func next() async -> Update? {
        let item = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Item?? = state.withLock { state in
                    if !state.items.isEmpty { return .some(state.items.removeFirst()) }
                    if state.isFinished { return .some(nil) }
                    state.consumer = continuation
                    return .none
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            finish()
        }
        if let eventID = item?.eventID { taken(eventID) }
        return item?.update
    }
}
