// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import SystemSupport

/// Room that downloads take which have come in part and do not run: several that each wait for the room of the others would wait
/// for ever, and what a person waits for would fail beside what nobody does.
struct StagedRoom: Sendable {
    private struct Share: Sendable {
        let id: String
        /// Bytes on the disk.
        let size: Int64
    }

    let layout: StoreLayout
    let queue: TransferQueue
    let logger: Logger

    /// Gives up what has come of downloads that are less urgent, the least urgent first.
    ///
    /// - `bytes`: how much is to be freed; nothing goes when all together is less.
    /// - Returns: whether anything was given up.
    func release(_ bytes: Int64, for claim: RoomClaim) async -> Bool {
        let yielding: [String]
        switch claim {
        case .download(let id): yielding = await queue.yielding(to: id)
        case .installation: yielding = await queue.yielding(to: nil)
        case .document: return false
        }
        let shares = await BlockingWork.run { [layout] in yielding.compactMap { Self.share(of: $0, in: layout) } }
        guard shares.reduce(0, { $0 &+ $1.size }) >= bytes else { return false }
        var (left, isReleased) = (bytes, false)
        for share in shares where left > 0 {
            guard await queue.giveUpStaged(share.id) else { continue }
            logger.notice(
                "what had come of the download \(share.id) (\(ByteCount.text(share.size))) was given up: another needs the room"
            )
            left -= share.size
            isReleased = true
        }
        return isReleased
    }

    /// nil for one that has nothing on the disk.
    private static func share(of id: String, in layout: StoreLayout) -> Share? {
        let path = layout.staging(id)
        guard FileStatus(path: path)?.kind == .folder else { return nil }
        do throws(SystemError) {
            let size = try Directory(opening: path).allocatedSize()
            return size > 0 ? Share(id: id, size: size) : nil
        } catch { return nil }
    }
}
