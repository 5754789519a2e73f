// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization

extension PackEventHub {
    /// Brings an end that nobody was there for to those who are to hear of it; without any it waits for one.
    func bring(_ end: Missed) {
        let isForEach = end.update.isFinished(nil) && isCurrent(end.update.assetPack)
        var hasMore = true
        while hasMore {
            let (queues, joinCount) = state.withLock { state in
                let packID = end.update.assetPack.id
                let queues = state.queues.values.filter { $0.packID == nil || isForEach && $0.packID == packID }
                return (queues, state.joinCount)
            }
            var isBrought = false
            for queue in queues where queue.push(end.update, eventID: end.eventID) { isBrought = true }
            hasMore = state.withLock { state in
                if isBrought {
                    state.missed.removeAll { $0.eventID == end.eventID }
                    _ = state.isNew(end.eventID)
                    return false
                }
                state.keep(end)
                // Whoever came since has not found it.
                return state.joinCount != joinCount
            }
        }
    }

    /// Whether this version of a pack is the one on this device, and no newer one is known.
    private func isCurrent(_ pack: AssetPack) -> Bool {
        do {
            guard let local = try packs.newestPack(withID: pack.id) else { return false }
            return local.version == pack.version && local.flags.isEmpty
        } catch {
            Diagnostics.report("the local asset packs are not known: \(error)")
            return false
        }
    }

    // MARK: Acknowledging

    /// A consumer has taken the end of a download: the service need not send it again.
    @Sendable func acknowledge(_ eventID: Int64) {
        let isFirst = state.withLock { state in
            if !state.takenIDs.contains(eventID) { state.takenIDs.append(eventID) }
            if state.takenIDs.count > Self.largestEventCount { state.takenIDs.removeFirst() }
            state.missed.removeAll { $0.eventID == eventID }
            guard !identity.isExtension else { return false }
            state.acknowledging.append(eventID)
            defer { state.isAcknowledging = true }
            return !state.isAcknowledging
        }
        if isFirst { Task.detached { [self] in await sendAcknowledgements() } }
    }

    private func sendAcknowledgements() async {
        while true {
            let ids = state.withLock { state in
                defer { state.acknowledging = [] }
                state.isAcknowledging = !state.acknowledging.isEmpty
                return state.acknowledging
            }
            if ids.isEmpty { return }
            do throws(ServiceClientError) {
                _ = try await identity.service.call(PacksInterface.Acknowledge(eventIDs: ids), startsService: false)
            } catch {
                // They come again with the next connection, are known then, and are acknowledged again.
                continue
            }
        }
    }
}

extension AssetPackManager.DownloadStatusUpdate {
    /// Whether it says that a pack is here: this one, or any for nil.
    func isFinished(_ packID: String?) -> Bool {
        guard case .finished(let pack) = self else { return false }
        return packID == nil || packID == pack.id
    }
}
