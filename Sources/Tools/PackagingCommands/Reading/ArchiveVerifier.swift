// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
package import AssetPackFiles
internal import AssetPackModel
package import ToolSupport

/// Compares an archive with its block list: the whole, every block, every file.
package enum ArchiveVerifier {
    /// Most differences that are listed.
    static let limit = 20

    /// Reads the whole archive and compares.
    ///
    /// - Returns: the list that it matches.
    /// - Throws: `PackagingError.differences` naming what differs, or another case when either file is malformed.
    @discardableResult
    package static func verify(
        _ path: String, blocksPath: String, progress: ProgressBar
    ) async throws(PackagingError) -> BlockList {
        // The archive is what is asked about: it is to be missed first.
        _ = try InputFile.open(path)
        let list = try blockList(at: blocksPath)
        let scan: ArchiveScan
        do {
            scan = try await ArchiveScanner.scan(path, progress: progress)
        } catch {
            // A block that does not decode is best named by its number, which its digest tells.
            let damaged = try? await damagedBlocks(of: path, list)
            if case .archive(_, let reason) = error, let damaged, !damaged.isEmpty {
                throw .differences(path, damaged + ["\(reason)"])
            }
            throw error
        }
        let found: BlockList
        switch scan.blockList {
        case .success(let made): found = made
        case .failure(let reason): throw .differences(path, ["\(reason)"])
        }
        var differences = compareBlocks(found, list)
        differences += compareEntries(found, list)
        if scan.digest != list.archiveDigest, differences.isEmpty {
            differences.append("the archive's SHA-256 is \(scan.digest), and \(list.archiveDigest) is due")
        }
        guard differences.isEmpty else {
            let rest = differences.count - limit
            throw .differences(path, differences.prefix(limit) + (rest > 0 ? ["and \(rest) more"] : []))
        }
        return list
    }

    /// Reads a blocks file.
    package static func blockList(at path: String) throws(PackagingError) -> BlockList {
        let bytes = try InputFile.contents(of: path, limit: BlockList.maximumSize)
        do {
            return try BlockList(decoding: bytes)
        } catch {
            throw .blocks(path, error)
        }
    }

    private static func compareBlocks(_ found: BlockList, _ due: BlockList) -> [String] {
        var differences: [String] = []
        if found.archiveSize != due.archiveSize {
            differences.append("the archive has \(found.archiveSize) bytes, and \(due.archiveSize) are due")
        }
        if found.compression != due.compression { differences.append("the archive is compressed in another way") }
        if found.blocks.count != due.blocks.count {
            differences.append("the archive has \(found.blocks.count) blocks, and \(due.blocks.count) are due")
        }
        for (index, (found, due)) in zip(found.blocks, due.blocks).enumerated() {
            if found.storedOffset != due.storedOffset || found.storedSize != due.storedSize
                || found.plainSize != due.plainSize
            {
                differences.append("block \(index) has other sizes")
            } else if found.digest != due.digest {
                differences.append("block \(index), at byte \(due.storedOffset), is damaged")
            }
        }
        return differences
    }

    private static func compareEntries(_ found: BlockList, _ due: BlockList) -> [String] {
        var differences: [String] = []
        if found.entries.count != due.entries.count {
            differences.append("the archive has \(found.entries.count) entries, and \(due.entries.count) are due")
        }
        for (found, due) in zip(found.entries, due.entries) where found != due {
            let name = due.path.isEmpty ? "the root folder" : due.path
            differences.append(
                found.path == due.path ? "\(name) differs" : "\(found.path) stands in place of \(name)")
        }
        return differences
    }

    /// Names the blocks whose stored bytes are not what the list says, without decoding any.
    private static func damagedBlocks(of path: String, _ list: BlockList) async throws(PackagingError) -> [String] {
        let file = try ArchiveFile(path)
        var checker = BlockChecker(list)
        do {
            try await file.forEachPiece { piece in checker.feed(piece) }
        } catch {
            throw PackagingError(error, path: path)
        }
        return Array(checker.differences.prefix(limit))
    }
}
