// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
package import AssetPackArchives
internal import AssetPackFiles
package import AssetPackModel
internal import SystemSupport
internal import ToolSupport

/// What `inspect` shows of an archive.
package struct ArchiveInspection: Encodable, Sendable {
    package struct Entry: Encodable, Sendable {
        package let path: String
        /// `file`, `folder`, `symbolic link` or another word for what it is.
        package let kind: String
        /// Octal, as in `0644`.
        package let mode: String?
        package let size: UInt64?
        package let sha256: String?
        package let target: String?
    }

    package let path: String
    package let size: UInt64
    package let sha256: String
    package let compression: String
    package let blockSize: UInt64?
    package let blockCount: Int
    package let installedSize: UInt64
    /// `matching`, `other archive`, `unreadable` or `none`.
    package let blocksFile: String
    /// Why a `Manifest.json` at the root is not that of a pack; nil when there is none, or it is.
    package let manifestProblem: String?
    package let assetPackID: String?
    package let downloadPolicy: DownloadPolicy?
    package let platforms: [String]?
    package let language: String?
    package let userInfo: JSONValue?
    package let entries: [Entry]

    /// - Parameters:
    ///   - path: the archive.
    ///   - scan: what reading it has told.
    ///   - entries: what the scanner told of its entries.
    package init(path: String, scan: ArchiveScan, entries: [ArchiveScan.Entry]) {
        var manifest: PackManifest?
        var problem: String?
        do {
            manifest = try scan.packManifest(path: path)
        } catch {
            problem = "\(error)"
        }
        self.path = path
        manifestProblem = problem
        size = scan.size
        sha256 = scan.digest.description
        compression = (scan.container?.compression ?? .none).rawValue
        blockSize = scan.container?.blockSize
        blockCount = scan.blockCount
        installedSize = scan.installedSize
        blocksFile = Self.stateOfBlocksFile(at: BlockList.path(besideArchive: path), digest: scan.digest)
        assetPackID = manifest?.assetPackID
        downloadPolicy = manifest?.downloadPolicy
        platforms = manifest?.platforms
        language = manifest?.language
        userInfo = manifest?.userInfo
        self.entries = entries.map { entry in
            let header = entry.header
            let isFile = header.kind == .file
            return Entry(
                path: header.path, kind: header.kind.word, mode: header.mode.map(Self.octal),
                size: isFile ? header.dataSize ?? 0 : nil, sha256: isFile ? entry.digest.description : nil,
                target: header.linkTarget)
        }
    }

    /// The head and the table that people read.
    package var text: String {
        var lines: [(String, String)] = []
        if let assetPackID { lines.append(("Asset pack", assetPackID)) }
        if let downloadPolicy {
            let types = InstallationEventType.allCases.filter(downloadPolicy.eventTypes.contains).map(\.rawValue)
            lines.append(
                ("Policy", downloadPolicy.name + (types.isEmpty ? "" : " (\(types.joined(separator: ", ")))")))
        }
        if let platforms { lines.append(("Platforms", platforms.isEmpty ? "all" : platforms.joined(separator: ", "))) }
        if let language { lines.append(("Language", language)) }
        lines.append(("Archive", "\(Quantity.bytes(Int64(clamping: size))), \(compression), \(blocks)"))
        lines.append(("Installed", Quantity.bytes(Int64(clamping: installedSize))))
        lines.append(("SHA-256", sha256))
        lines.append(("Blocks file", blocksFile))
        let width = lines.map(\.0.count).max() ?? 0
        let head = lines.map { label, value in
            label + ":" + String(repeating: " ", count: width - label.count + 1) + value
        }
        var table = Table([.init("MODE"), .init("SIZE", .right), .init("PATH")])
        for entry in entries {
            let isFolder = entry.kind == EntryKind.folder.word
            let path = entry.path.isEmpty ? "." : entry.path
            table.append([
                entry.mode ?? "", entry.size.map { Quantity.bytes(Int64(clamping: $0)) } ?? "",
                path + (isFolder ? "/" : "") + (entry.target.map { " -> \($0)" } ?? ""),
            ])
        }
        return head.joined(separator: "\n") + "\n\n" + table.text
    }

    private var blocks: String {
        let count = Quantity.count(blockCount, blockSize == nil ? "slice" : "block")
        return blockSize.map { "\(count) of \(Quantity.bytes(Int64(clamping: $0)))" } ?? count
    }

    private static func octal(_ mode: UInt16) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func stateOfBlocksFile(at path: String, digest: Digest) -> String {
        guard FileStatus(path: path) != nil else { return "none" }
        guard let list = try? ArchiveVerifier.blockList(at: path) else { return "unreadable" }
        return list.archiveDigest == digest ? "matching" : "other archive"
    }
}
