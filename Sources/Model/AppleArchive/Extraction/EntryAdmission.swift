// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Says which entries of a stream may be extracted, by what their headers tell and what came before them.
package struct EntryAdmission {
    private let limits: ArchiveLimits
    private var registry = PathRegistry()
    private var entryCount = 0
    /// Bytes of file data that the entries so far have announced.
    package private(set) var outputSize: UInt64 = 0

    package init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

    /// Looks at the header of the next entry.
    ///
    /// - Returns: whether it stands for something: not for metadata and the root's own folder.
    /// - Throws: when it may not be extracted, wherever the archive comes from.
    package mutating func admit(_ header: EntryHeader) throws(ArchiveError) -> Bool {
        entryCount += 1
        guard entryCount <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
        let size = header.dataSize ?? 0
        let (total, overflow) = outputSize.addingReportingOverflow(size)
        guard !overflow, total <= limits.output else { throw .outputTooLarge(limit: limits.output) }
        outputSize = total
        switch header.kind {
        case .metadata: return false
        case .folder where header.path.isEmpty: return false
        case .file, .folder, .symbolicLink: break
        default: throw .forbiddenKind(header.path, header.kind)
        }
        try EntryPath.check(header.path, limit: limits.pathLength)
        try Self.checkData(header, size)
        try registry.add(header.path, isFolder: header.kind == .folder)
        return true
    }

    /// Checks that kind, sizes and links of an entry fit together.
    private static func checkData(_ header: EntryHeader, _ size: UInt64) throws(ArchiveError) {
        if header.kind == .file {
            guard header.linkTarget == nil, header.dataSize != nil || header.hardLinkCluster == nil else {
                throw .hardLink(header.path)
            }
            if let declared = header.declaredSize, declared != size {
                throw .sizeMismatch(header.path, declared: declared, actual: size)
            }
        } else if size > 0 {
            throw .sizeMismatch(header.path, declared: 0, actual: size)
        }
        if header.kind == .symbolicLink { try checkLink(header, at: header.path) }
    }

    /// Checks that a symbolic link at `path` stays beneath the root.
    package static func checkLink(_ header: EntryHeader, at path: String) throws(ArchiveError) {
        let target = header.linkTarget ?? ""
        guard EntryPath.linkStays(at: path, target: target) else {
            throw .linkLeavesRoot(header.path, target: target)
        }
    }
}
