// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackFiles
package import AssetPackModel
internal import CSystemShims
internal import Foundation
internal import Glibc
package import Logging
internal import SystemSupport

internal import struct Crypto.SHA256

/// Fetches one version of a pack into a staging folder: verified, decoded and written as it arrives.
///
/// With a `blocks` file it goes on after an interruption where it was, at most one block back; without one it starts
/// again. Nothing it does is visible to an app; the caller moves `content` to its place when `run` has returned.
package struct PackTransfer: Sendable {
    /// What to fetch, and where to.
    package struct Request: Sendable {
        package var entry: DownloadManifestEntry
        /// What relative addresses in the entry are relative to.
        package var manifestURL: HTTPAddress
        /// Absolute path of the staging folder, which is made when missing.
        package var stagingPath: String
        /// Who answers for the app when the server wants to know who asks; nil for nobody.
        package var challenges: (any ChallengeResponder)?

        package init(
            entry: DownloadManifestEntry, manifestURL: HTTPAddress, stagingPath: String,
            challenges: (any ChallengeResponder)? = nil
        ) {
            self.entry = entry
            self.manifestURL = manifestURL
            self.stagingPath = stagingPath
            self.challenges = challenges
        }
    }

    /// Name of the folder, in the staging folder, that holds the finished files.
    package static let contentName = "content"
    /// Bytes that must stay free on the disk beside what is fetched.
    package static let reservedBytes: Int64 = 16 << 20

    private let transport: HTTPTransport
    private let memory: IngestMemory
    private let logger: Logger

    /// - `memory`: what all transfers share that may run at the same time.
    package init(transport: HTTPTransport, memory: IngestMemory = IngestMemory(), logger: Logger) {
        self.transport = transport
        self.memory = memory
        self.logger = logger
    }

    /// Fetches the pack.
    ///
    /// - `progress`: told the bytes of the archive that have arrived: at first those that an earlier try left, then
    ///   rising; from any thread.
    /// - Returns: everything that was extracted, in archive order.
    /// - Throws: see `TransferError.remedy` for what to do. What was staged stays, for the next try.
    package func run(
        _ request: Request, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(TransferError) -> [ExtractedFile] {
        let entry = request.entry
        let archive = try HTTPAddress(entry.url, relativeTo: request.manifestURL)
        let staging = try StagingFolder(path: request.stagingPath)
        let list = try await blockList(of: entry, request: request, staging: staging)
        let plan = try IngestPlan.make(
            entry: entry, list: list, staging: staging, url: "\(archive)", memory: memory,
            progress: progress)
        try checkSpace(staging, needed: plan.remainingBytes, path: request.stagingPath)
        let sink = plan.sink
        progress(plan.offset)
        if plan.offset < entry.downloadSize {
            do throws(TransferError) {
                try await transport.stream(
                    TransferRequest(archive), from: plan.offset, etag: plan.etag, size: entry.downloadSize,
                    challenges: request.challenges, into: sink)
            } catch {
                await sink.drain()
                // What the worker found is the cause; that the request then broke is its effect.
                let cause = (sink.failure ?? error).named("\(archive)")
                throw Task.isCancelled ? .cancelled : cause.outOfSpaceNamed(request.stagingPath, staging: staging)
            }
        }
        let files: [ExtractedFile]
        do throws(TransferError) { files = try await sink.finish() } catch {
            throw error.named("\(archive)").outOfSpaceNamed(request.stagingPath, staging: staging)
        }
        try checkIdentity(staging, expected: entry.id, url: "\(archive)")
        return files
    }

    /// Throws away what an earlier try staged.
    package static func discard(stagingPath: String) throws(TransferError) {
        try StagingFolder(path: stagingPath).empty()
    }

    private func blockList(
        of entry: DownloadManifestEntry, request: Request, staging: StagingFolder
    ) async throws(TransferError) -> BlockList? {
        guard let blocks = entry.blocks else { return nil }
        let address = try HTTPAddress(blocks.url, relativeTo: request.manifestURL)
        var bytes = storedBlocks(staging, size: blocks.size)
        if bytes.map({ Digest(Array(SHA256.hash(data: $0))) }) != blocks.sha256 {
            try await fetchBlocks(blocks, from: address, staging: staging, challenges: request.challenges)
            bytes = storedBlocks(staging, size: blocks.size)
        }
        guard let bytes else { return nil }
        do {
            let list = try BlockList(decoding: bytes)
            guard list.archiveSize == UInt64(entry.downloadSize) else {
                throw TransferError.blocks(
                    url: "\(address)",
                    reason:
                        "it is for an archive of \(list.archiveSize) bytes, and the manifest says \(entry.downloadSize)"
                )
            }
            if let digest = entry.sha256, list.archiveDigest != digest {
                throw TransferError.blocks(
                    url: "\(address)", reason: "it is for an archive with another digest than the manifest names")
            }
            guard Compression(blocksLetter: list.compression) != nil else { return nil }
            return list
        } catch let error as TransferError {
            throw error
        } catch let error as BlockListError {
            if case .unsupportedMajorVersion = error {
                logger.notice("the blocks file of \(entry.id) is newer than this service; fetching the archive whole")
                return nil
            }
            throw .blocks(url: "\(address)", reason: "\(error)")
        } catch { throw .blocks(url: "\(address)", reason: "\(error)") }
    }

    /// Fetches a `blocks` file to disk: it is read when its digest is known to be right, for what claims to be one may be of
    /// any size up to the limit.
    private func fetchBlocks(
        _ blocks: DownloadManifestEntry.Blocks, from address: HTTPAddress, staging: StagingFolder,
        challenges: (any ChallengeResponder)?
    ) async throws(TransferError) {
        let name = "blocks.new"
        var hash = SHA256()
        do {
            try staging.folder.removeFile(name)
            let file = try staging.folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL)
            _ = try await transport.fetch(address, limit: Int(blocks.size), challenges: challenges) {
                (part, _) throws(TransferError) in
                hash.update(bufferPointer: part)
                do throws(SystemError) { try file.writeAll(part, subject: name) } catch { throw .file(error) }
            }
            guard Digest(Array(hash.finalize())) == blocks.sha256 else {
                throw TransferError.digestMismatch(url: "\(address)", what: "the blocks file")
            }
            try staging.folder.rename(name, to: "blocks")
        } catch let error as TransferError {
            throw error
        } catch let error as SystemError {
            throw .file(error)
        } catch { throw .connection(url: "\(address)", reason: "\(error)") }
    }

    private func storedBlocks(_ staging: StagingFolder, size: Int64) -> [UInt8]? {
        guard staging.folder.exists("blocks") else { return nil }
        do throws(SystemError) {
            return try staging.folder.open("blocks").readAll(limit: Int(size), subject: "blocks")
        } catch {
            logger.debug("the stored blocks file is fetched again: \(error)")
            return nil
        }
    }

    private func checkSpace(_ staging: StagingFolder, needed: Int64, path: String) throws(TransferError) {
        let space = DiskSpace(of: staging.folder)
        guard space.couldHold(needed) else {
            throw .diskTooSmall(path: path, needed: space.total(for: needed), capacity: space.capacity ?? 0)
        }
        guard space.hasRoom(for: needed) else {
            throw .outOfSpace(path: path, needed: space.total(for: needed), available: space.available ?? 0)
        }
    }

    /// The manifest beside `Contents` says which pack the archive is.
    private func checkIdentity(_ staging: StagingFolder, expected: String, url: String) throws(TransferError) {
        struct Identity: Decodable { var assetPackID: String }
        let found: String
        do {
            let bytes = try staging.openContent().open("Manifest.json").readAll(
                limit: 1 << 20, subject: "Manifest.json")
            found = try JSONDecoder().decode(Identity.self, from: Data(bytes)).assetPackID
        } catch {
            throw .wrongPack(url: url, expected: expected, found: "of no name (its Manifest.json cannot be read)")
        }
        guard found == expected else { throw .wrongPack(url: url, expected: expected, found: found) }
    }
}

extension TransferError {
    /// The same with the address of the archive, which its workers do not know.
    fileprivate func named(_ url: String) -> TransferError {
        guard case .archive(_, let error) = self else { return self }
        return .archive(url: url, error)
    }

    /// A full disk, told with figures.
    fileprivate func outOfSpaceNamed(_ path: String, staging: StagingFolder) -> TransferError {
        guard case .file(let error) = self, error.isOutOfSpace else { return self }
        return .outOfSpace(
            path: path, needed: DiskSpace.reserve, available: DiskSpace(of: staging.folder).available ?? 0)
    }
}
