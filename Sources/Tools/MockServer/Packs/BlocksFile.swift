// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Crypto
internal import HostingDelivery
internal import SystemSupport

/// The blocks file beside an archive, when it is there and belongs to it.
enum BlocksFile {
    /// - Returns: its bytes, held open, and what the manifest says of it; or why a file that is there is not used.
    static func open(
        _ candidate: PackCandidate, archiveSize: Int64, archiveDigest: AssetPackModel.Digest
    ) throws(MockServerError) -> (content: FileContent?, published: PublishedPack.Blocks?, problem: String?) {
        let path = candidate.blocksPath
        guard let stamp = FileStamp(path: path, followsLinks: candidate.isNamed) else { return (nil, nil, nil) }
        guard stamp.isFile else { return (nil, nil, "\(path) is no regular file") }
        let file = try PackLoader.open(path, candidate)
        let status = try PackLoader.status(of: file, path)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.readAll(limit: BlockList.maximumSize, subject: path)
        } catch {
            return (nil, nil, error.description)
        }
        do throws(BlockListError) {
            let list = try BlockList(decoding: bytes)
            guard list.archiveDigest == archiveDigest, list.archiveSize == UInt64(archiveSize) else {
                return (nil, nil, "\(path) belongs to another archive; package the pack again")
            }
        } catch {
            return (nil, nil, "\(path) is not usable: \(error)")
        }
        guard let digest = AssetPackModel.Digest(Array(SHA256.hash(data: bytes))) else {
            return (nil, nil, "\(path) has no digest")
        }
        let content = FileContent(
            descriptor: file, status: status, tag: EntityTag(digest.description), path: path)
        return (content, PublishedPack.Blocks(size: Int64(bytes.count), sha256: digest), nil)
    }
}
