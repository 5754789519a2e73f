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
        // What is on the disk is looked at only where there is somebody.
        let isAwaited = state.withLock { state in
            if state.queues.isEmpty { state.keep(end) }
            return !state.queues.isEmpty
        }
        guard isAwaited else { return }
        let pack = end.update.assetPack
        let isForEach = end.update.isFinished(nil) && isCurrent(pack)
        // In one step: who comes or goes meanwhile has it, or finds it kept.
        state.withLock { state in
            var isBrought = state.takenIDs.contains(end.eventID)
            if !isBrought {
                for queue in state.queues.values where queue.packID == nil || isForEach && queue.packID == pack.id {
                    if queue.push(end.update, eventID: end.eventID) { isBrought = true }
                }
            }
            if isBrought {
                state.missed.removeAll { $0.eventID == end.eventID }
                _ = state.isNew(end.eventID)
            } else {
                state.keep(end)
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
