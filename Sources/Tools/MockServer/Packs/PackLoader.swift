// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Crypto
internal import Glibc
internal import HostingDelivery
internal import SystemSupport

/// Reads a pack through once: its digest, its manifest, the size of its files, and its blocks file if there is one.
package enum PackLoader {
    /// Bytes that are read at a time.
    private static let pieceSize = 1 << 20

    /// - Throws: `pack` for a file that is none, with the reason; `changing` for one that became another meanwhile.
    @concurrent
    package static func load(_ candidate: PackCandidate) async throws(MockServerError) -> LoadedPack {
        func fault(_ reason: String) -> MockServerError { .pack(path: candidate.path, reason: reason) }
        guard let stamp = PackStamp(candidate) else { throw .missing(path: candidate.path) }
        guard stamp.archive.isFile else {
            throw fault("it is no regular file; a symbolic link is served only when it is named as an argument")
        }
        let file = try open(candidate.path, candidate)
        let status = try status(of: file, candidate.path)
        let scan = PackScan()
        var hash = SHA256()
        var offset: Int64 = 0
        do {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = try read(file, at: offset, into: buffer, path: candidate.path)
                if count == 0 { break }
                offset += Int64(count)
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                hash.update(bufferPointer: piece)
                try await scan.feed(piece)
                // Hashing a large pack must not keep others from the cooperative threads.
                await Task.yield()
            }
            try await scan.finish()
        } catch let error as SystemError {
            throw .system(error)
        } catch {
            // What cannot be read may be the half of a file that is just being written.
            guard PackStamp(candidate) == stamp else { throw .changing(path: candidate.path) }
            throw fault("\(error)")
        }
        guard offset == status.size, PackStamp(candidate) == stamp else { throw .changing(path: candidate.path) }
        guard let digest = AssetPackModel.Digest(Array(hash.finalize())) else { throw fault("it has no digest") }
        let manifest: PackManifest?
        do throws(SourceError) {
            manifest = try scan.manifest(path: candidate.path)
        } catch {
            throw fault("\(error)")
        }
        guard let manifest else { throw fault("there is no manifest in it; make packs with ba-package") }
        let platforms = Set(manifest.platforms.compactMap(Platform.init(rawValue:)))
        // An empty list means all platforms; a list of strangers must not come to mean that.
        guard manifest.platforms.isEmpty || !platforms.isEmpty else {
            throw fault("none of its platforms is known here: \(manifest.platforms.joined(separator: ", "))")
        }
        var published = PublishedPack(
            id: manifest.assetPackID, version: 0, downloadSize: offset, sha256: digest,
            downloadPolicy: manifest.downloadPolicy, platforms: platforms, userInfo: manifest.userInfo,
            language: manifest.language, installedSize: scan.installedSize)
        let blocks = try BlocksFile.open(candidate, archiveSize: offset, archiveDigest: digest)
        published.blocks = blocks.published
        return LoadedPack(
            candidate: candidate, stamp: stamp, published: published,
            archive: FileContent(
                descriptor: file, status: status, tag: EntityTag(digest.description), path: candidate.path),
            blocks: blocks.content, blocksProblem: blocks.problem)
    }

    /// Opens a pack's archive or blocks file; a pipe in its place does not block.
    static func open(_ path: String, _ candidate: PackCandidate) throws(MockServerError) -> OwnedDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (candidate.isNamed ? 0 : O_NOFOLLOW)
        return try MockServerError.wrapping { () throws(SystemError) in
            try OwnedDescriptor(checking: Glibc.open(path, flags), "open", path)
        }
    }

    static func status(of file: borrowing OwnedDescriptor, _ path: String) throws(MockServerError) -> FileStatus {
        try MockServerError.wrapping { () throws(SystemError) in try file.status(subject: path) }
    }

    private static func read(
        _ file: borrowing OwnedDescriptor, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, path: String
    ) throws(SystemError) -> Int {
        let number = file.rawValue
        return try retrying("read", path) { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }
}
