// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel
internal import HostingDelivery
internal import SystemSupport

/// The blocks file of an archive, held open.
struct ServedBlocks {
    let content: FileContent
    let published: PublishedPack.Blocks
    /// Bytes of all files in the archive.
    let installedSize: UInt64

    /// Reads a blocks file.
    ///
    /// - Returns: nil, and why, when it is none or belongs to another archive than the one of this size and digest.
    static func read(
        _ file: consuming OwnedDescriptor, path: String, archiveSize: Int64, archiveDigest: Digest
    ) -> (blocks: ServedBlocks?, problem: String?) {
        do {
            let status = try file.status(subject: path)
            guard status.kind == .file else { return (nil, "\(path) is no regular file") }
            let bytes = try file.readAll(limit: BlockList.maximumSize, subject: path)
            let list = try BlockList(decoding: bytes)
            guard list.archiveDigest == archiveDigest, list.archiveSize == UInt64(archiveSize) else {
                return (nil, "\(path) belongs to another archive and is not used; package the pack again")
            }
            let digest = SHA256Digest.of(bytes)
            let content = FileContent(
                descriptor: file, status: status, tag: EntityTag(digest.description), path: path)
            let published = PublishedPack.Blocks(size: Int64(bytes.count), sha256: digest)
            return (ServedBlocks(content: content, published: published, installedSize: list.installedSize), nil)
        } catch let error as SystemError {
            return (nil, error.description)
        } catch {
            return (nil, "\(path) is not usable: \(error)")
        }
    }
}
