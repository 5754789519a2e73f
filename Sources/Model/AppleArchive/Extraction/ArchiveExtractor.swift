// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Writes entries beneath a folder that is held open, and refuses all that could reach outside it or that another
/// file system would merge or misread.
///
/// Give it every event of a stream, in order; it does its writing in the call. Paths are checked before they are
/// selected, so an unsafe one is refused even where it would have been left out. Methods throw `ArchiveError`, or what
/// the observer throws; after a throw call `discard()`.
package final class ArchiveExtractor {
    /// Which entries to extract, and to where.
    package enum Selection: Sendable {
        case everything
        /// Only what lies below this folder of the archive, which itself becomes the root: `Contents/a` becomes `a`.
        case beneath(String)
        /// What the closure gives for an entry's path: the path beneath the root, or nil to leave it out.
        case mapped(@Sendable (String) -> String?)

        /// Where an entry goes; nil to leave it out, empty for the root.
        func target(_ path: String) -> String? {
            switch self {
            case .everything: return path
            case .mapped(let map): return map(path)
            case .beneath(let folder):
                if path == folder { return "" }
                guard path.utf8.starts(with: folder.utf8) else { return nil }
                let rest = path.utf8.dropFirst(folder.utf8.count)
                guard rest.first == UInt8(ascii: "/") else { return nil }
                return String(rest.dropFirst())
            }
        }
    }

    package struct Options: Sendable {
        package var limits: ArchiveLimits
        package var selection: Selection
        /// Gives files the modification times of their entries.
        package var setsTimes: Bool
        /// Writes large files past the page cache, where the file system can: what is read later, by another process, is
        /// not worth the memory of everything else, and takes a fraction of the processor time. `flush()` must be called
        /// where a later run may go on.
        package var writesDirectly: Bool

        package init(
            limits: ArchiveLimits = ArchiveLimits(), selection: Selection = .everything, setsTimes: Bool = false,
            writesDirectly: Bool = false
        ) {
            self.limits = limits
            self.selection = selection
            self.setsTimes = setsTimes
            self.writesDirectly = writesDirectly
        }
    }

    private let options: Options
    private let observer: (any ArchiveExtractorObserver)?
    private let tree: ExtractionTree
    private var admission: EntryAdmission
    private var file: OpenFile?
    /// Bytes of file data that the entries so far have announced, left out or not.
    package var outputSize: UInt64 { admission.outputSize }

    /// The file that is being written.
    private struct OpenFile {
        let path: String
        let header: EntryHeader
        var written: UInt64
        var checksum: CksumDigest?
    }

    /// Extracts into a folder that stands; the extractor takes it over. `discard()` removes what was extracted.
    package init(
        into root: consuming Directory, options: Options = Options(), observer: (any ArchiveExtractorObserver)? = nil
    ) {
        self.options = options
        self.observer = observer
        admission = EntryAdmission(limits: options.limits)
        tree = ExtractionTree(root: root, writesDirectly: options.writesDirectly)
    }

    /// Makes the folder `name` in `parent` (which must not hold it yet) and extracts into it. `discard()` removes it.
    package init(
        creating name: String, in parent: borrowing Directory, options: Options = Options(),
        observer: (any ArchiveExtractorObserver)? = nil
    ) throws(ArchiveError) {
        self.options = options
        self.observer = observer
        admission = EntryAdmission(limits: options.limits)
        tree = try ExtractionTree(creating: name, in: parent, writesDirectly: options.writesDirectly)
    }

    /// Takes the next event of the stream.
    package func receive(_ event: EntryEvent) throws {
        switch event {
        case .header(let header, _, _): try begin(header)
        case .data(let bytes, let offset): try write(bytes, offset)
        case .end: try endFile()
        }
    }

    /// Says that an earlier run has extracted this entry, so that duplicates, twins and limits are seen as in one run.
    package func recall(_ header: EntryHeader) throws(ArchiveError) {
        _ = try admit(header)
    }

    /// Continues the file of `header`, which an earlier run left unfinished: cuts it back to `dataOffset` bytes and
    /// goes on there. The next event is `data` at this offset, or `end`.
    ///
    /// A checksum in its header is not checked then, since its first part is not read again.
    package func resume(_ header: EntryHeader, dataOffset: UInt64) throws(ArchiveError) {
        guard file == nil else { throw .misuse("“\(header.path)” was resumed while another file was open") }
        guard let path = try admit(header), header.kind == .file else { return }
        try tree.reopenFile(path, at: dataOffset, size: header.dataSize ?? 0)
        file = OpenFile(path: path, header: header, written: dataOffset)
    }

    /// Hands all data that came so far to the file system, so that the process may be killed and a later run go on here
    /// with `resume`.
    package func flush() throws(ArchiveError) {
        if let file { try tree.flush(file.path) }
    }

    /// Checks that no file is left open; call it when the stream has ended.
    package func finish() throws(ArchiveError) {
        if let file { throw .truncated(part: .entryData, offset: file.written) }
    }

    /// Removes all that this extractor has made, and its root when it made that too. What `resume` and `recall` were
    /// told about is not removed unless the root is.
    package func discard() throws(ArchiveError) {
        file = nil
        try tree.removeAll()
    }

    // MARK: Entries

    private func begin(_ header: EntryHeader) throws {
        guard file == nil else { throw ArchiveError.misuse("“\(header.path)” begins inside another entry") }
        guard let path = try admit(header) else { return }
        switch header.kind {
        case .folder:
            try tree.makeFolder(path, mode: header.mode)
            try observer?.otherMade(path, header: header)
        case .symbolicLink:
            try EntryAdmission.checkLink(header, at: path)
            try tree.makeLink(path, to: header.linkTarget ?? "")
            try observer?.otherMade(path, header: header)
        case .file:
            try tree.makeFile(path, mode: header.mode, size: header.dataSize ?? 0)
            let hasChecksum = header.digests.contains { $0.algorithm == .cksum }
            file = OpenFile(path: path, header: header, written: 0, checksum: hasChecksum ? CksumDigest() : nil)
            try observer?.fileBegan(path, header: header)
        default: break
        }
    }

    /// Checks everything about an entry that its header tells; nil when it is to be left out.
    private func admit(_ header: EntryHeader) throws(ArchiveError) -> String? {
        guard try admission.admit(header) else { return nil }
        guard let target = options.selection.target(header.path), !target.isEmpty else { return nil }
        try EntryPath.check(target, limit: options.limits.pathLength)
        return target
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ offset: UInt64) throws {
        guard var open = file else { return }
        guard open.written == offset else {
            throw ArchiveError.misuse("data of “\(open.path)” came for offset \(offset) instead of \(open.written)")
        }
        try tree.write(bytes, open.path)
        open.written += UInt64(bytes.count)
        open.checksum?.update(bytes)
        file = open
        try observer?.fileData(bytes)
    }

    private func endFile() throws {
        guard let open = file else { return }
        let declared = open.header.dataSize ?? 0
        guard open.written == declared else {
            throw ArchiveError.sizeMismatch(open.path, declared: declared, actual: open.written)
        }
        if let checksum = open.checksum {
            let stored = open.header.digests.first { $0.algorithm == .cksum }
            guard stored?.bytes == checksum.littleEndianBytes else {
                throw ArchiveError.checksumMismatch(open.header.path)
            }
        }
        try tree.closeFile(open.path, modified: options.setsTimes ? open.header.modified : nil)
        file = nil
        try observer?.fileEnded(open.path, header: open.header)
    }
}
