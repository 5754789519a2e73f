// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import SystemSupport

/// The blocks files that the server made itself, for archives that lie without one: those of Apple's tool, for
/// instance.
///
/// They stand in the data folder under the digests of their archives, so that an archive is described once, wherever it
/// lies and however often the server starts.
struct BlocksFolder {
    /// Most files that are kept; those that were made last stay, and one that goes is made again when it is needed.
    static let limit = 256

    private let path: String

    init(_ data: ServerDataFolder) { path = data.path(of: ServerDataFolder.blocksName) }

    /// The blocks file of an archive; nil when none was made yet, or it was damaged since (it is made again then).
    func file(ofArchive digest: AssetPackModel.Digest, size: Int64) throws(MockServerError) -> ServedBlocks? {
        let name = Self.name(digest)
        guard FileStatus(path: path + "/" + name) != nil else { return nil }
        return try MockServerError.wrapping { () throws(SystemError) in
            let file = try Directory(opening: path).open(name)
            return ServedBlocks.read(file, path: path + "/" + name, archiveSize: size, archiveDigest: digest).blocks
        }
    }

    /// Keeps a list, and gives the file that it is served from.
    func keep(_ list: BlockList) throws(MockServerError) -> ServedBlocks? {
        try MockServerError.wrapping { () throws(SystemError) in
            let folder = try Directory(creating: path, mode: 0o700)
            try folder.writeAtomically(list.bytes, to: Self.name(list.archiveDigest), mode: 0o600)
            try prune(folder)
        }
        return try file(ofArchive: list.archiveDigest, size: Int64(clamping: list.archiveSize))
    }

    private func prune(_ folder: borrowing Directory) throws(SystemError) {
        let names = try folder.names()
        guard names.count > Self.limit else { return }
        let ages = names.map { (name: $0, time: FileStatus(path: path + "/" + $0)?.modified ?? .min) }
        for (name, _) in ages.sorted(by: { $0.time < $1.time }).prefix(names.count - Self.limit) {
            try folder.removeFile(name)
        }
    }

    private static func name(_ digest: AssetPackModel.Digest) -> String { digest.description + BlockList.suffix }
}
