// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel

/// The packs that a manifest keeps and whose archives were not given: their files are known where their blocks files
/// still lie beside the manifest or beside the archives that were given.
struct KeptPacks {
    private let folders: [String]
    private let record: DigestRecord

    /// - Parameters:
    ///   - paths: the manifest and the archives.
    ///   - record: the digests of the archives, for a manifest that has none.
    init(beside paths: [String], record: DigestRecord) {
        var folders: [String] = []
        for path in paths {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            if !folders.contains(folder) { folders.append(folder) }
        }
        self.folders = folders
        self.record = record
    }

    /// The paths of the files in a pack; nil when no blocks file is that of the version in the manifest.
    func contentPaths(of entry: DownloadManifestDocument.Entry) -> [String]? {
        guard let digest = digest(of: entry), IdentifierRule.allows(entry.id) else { return nil }
        for folder in folders {
            let path = folder + entry.id + PackIDRule.blocksSuffix
            // Another file, or none: it only spares a warning.
            guard let list = try? ArchiveVerifier.blockList(at: path), list.archiveDigest == digest else { continue }
            return list.contentPaths
        }
        return nil
    }

    private func digest(of entry: DownloadManifestDocument.Entry) -> Digest? {
        if case .string(let text)? = entry.members["sha256"] { return Digest(hexadecimal: text) }
        return record.digest(of: entry.id, version: entry.version)
    }
}
