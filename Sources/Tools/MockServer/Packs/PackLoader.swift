// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel
internal import Glibc
internal import HostingDelivery
internal import SystemSupport

/// Reads a pack through: its digest, its manifest, the size of its files, and its blocks, which it makes when there are
/// none.
package struct PackLoader: Sendable {
    private let made: BlocksFolder

    package init(_ data: ServerDataFolder) { made = BlocksFolder(data) }

    /// What reading an archive has told.
    private struct Reading {
        var size: Int64
        var digest: Digest
        var manifest: PackManifest?
        var installedSize: UInt64
        var blocks: ServedBlocks?
        var problems: [String]
    }

    /// - Throws: `pack` for a file that is none, with the reason; `changing` for one that became another meanwhile.
    @concurrent
    package func load(_ candidate: PackCandidate) async throws(MockServerError) -> LoadedPack {
        func fault(_ reason: String) -> MockServerError { .pack(path: candidate.path, reason: reason) }
        guard let stamp = PackStamp(candidate) else { throw .missing(path: candidate.path) }
        guard stamp.archive.isFile else {
            throw fault("it is no regular file; a symbolic link is served only when it is named as an argument")
        }
        let file = try Self.open(candidate.path, candidate)
        let status = try MockServerError.wrapping { () throws(SystemError) in
            try file.status(subject: candidate.path)
        }
        let reading: Reading
        do {
            reading = try await read(file, candidate)
        } catch {
            // What cannot be read may be the half of a file that is just being written.
            guard PackStamp(candidate) == stamp else { throw .changing(path: candidate.path) }
            switch error {
            case let error as MockServerError: throw error
            case let error as SystemError: throw .system(error)
            default: throw fault("\(error)")
            }
        }
        guard reading.size == status.size, PackStamp(candidate) == stamp else { throw .changing(path: candidate.path) }
        guard let manifest = reading.manifest else {
            throw fault("there is no manifest in it; make packs with ba-package")
        }
        if let problem = PackIDRule.problem(with: manifest.assetPackID) {
            throw fault("its ID \(problem); package it under another ID")
        }
        let platforms = Set(manifest.platforms.compactMap(Platform.init(rawValue:)))
        // An empty list means all platforms; a list of strangers must not come to mean that.
        guard manifest.platforms.isEmpty || !platforms.isEmpty else {
            throw fault("none of its platforms is known here: \(manifest.platforms.joined(separator: ", "))")
        }
        let published = PublishedPack(
            id: manifest.assetPackID, version: 0, downloadSize: reading.size, sha256: reading.digest,
            downloadPolicy: manifest.downloadPolicy, platforms: platforms, userInfo: manifest.userInfo,
            language: manifest.language, installedSize: Int64(clamping: reading.installedSize),
            blocks: reading.blocks?.published)
        return LoadedPack(
            candidate: candidate, stamp: stamp, published: published,
            archive: FileContent(
                descriptor: file, status: status, tag: EntityTag(reading.digest.description), path: candidate.path),
            blocks: reading.blocks?.content, problems: reading.problems)
    }

    /// Opens a pack's archive or blocks file; a pipe in its place does not block.
    private static func open(_ path: String, _ candidate: PackCandidate) throws(MockServerError) -> OwnedDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (candidate.isNamed ? 0 : O_NOFOLLOW)
        return try MockServerError.wrapping { () throws(SystemError) in
            try OwnedDescriptor(checking: Glibc.open(path, flags), "open", path)
        }
    }

    /// Decodes the archive only when no list tells what is in it: its digest shows that it is the one that the list
    /// was made of.
    private func read(_ file: borrowing OwnedDescriptor, _ candidate: PackCandidate) async throws -> Reading {
        let path = candidate.path
        var hash = SHA256Digest()
        let size = try await file.forEachPiece(subject: path) { piece in
            hash.update(piece)
            // Hashing a large pack must not keep others from the cooperative threads.
            await Task.yield()
            return true
        }
        var reading = Reading(
            size: size, digest: hash.digest, manifest: nil, installedSize: 0, blocks: nil, problems: [])
        if FileStamp(path: candidate.blocksPath, followsLinks: candidate.isNamed) != nil {
            let (blocks, problem) = ServedBlocks.read(
                try Self.open(candidate.blocksPath, candidate), path: candidate.blocksPath, archiveSize: size,
                archiveDigest: reading.digest)
            reading.blocks = blocks
            if let problem { reading.problems.append(problem) }
        }
        if reading.blocks == nil { reading.blocks = try made.file(ofArchive: reading.digest, size: size) }
        if let blocks = reading.blocks {
            let reader = ManifestReader()
            try await file.forEachPiece(subject: path) { piece in
                try await reader.feed(piece)
                return !reader.isComplete
            }
            reading.manifest = try await reader.finish(path: path)
            reading.installedSize = blocks.installedSize
        } else {
            try await scan(file, path, &reading)
        }
        return reading
    }

    private func scan(_ file: borrowing OwnedDescriptor, _ path: String, _ reading: inout Reading) async throws {
        let scanner = ArchiveScanner()
        try await file.forEachPiece(subject: path) { piece in
            try await scanner.feed(piece)
            await Task.yield()
            return true
        }
        let scan = try await scanner.finish()
        guard scan.digest == reading.digest else {
            throw MockServerError.changing(path: path)
        }
        reading.manifest = try scan.packManifest(path: path)
        reading.installedSize = scan.installedSize
        let reason: String
        switch scan.blockList {
        case .success(let list):
            do throws(MockServerError) {
                reading.blocks = try made.keep(list)
                return
            } catch { reason = error.description }
        case .failure(let error): reason = error.description
        }
        reading.problems.append(
            "\(path) is served without blocks, so that a download of it that breaks off begins anew: \(reason)")
    }
}
