// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc

/// The bytes of a file that have arrived, kept on disk with what it takes to go on: whoever opens it next, after the process
/// or the system has ended, asks the server only for what is missing.
///
/// Within one boot of the system all bytes of the file are trusted; after another boot those that were synced.
package final class PartialFile {
    /// So many bytes are synced at a time.
    private static let syncInterval: Int64 = 64 << 20
    /// So many bytes begin their way to the disk at a time, so that a sync has little to wait for.
    private static let writebackInterval: Int64 = 8 << 20

    private let folder: Directory
    private let name: String
    private let file: OwnedDescriptor
    private let source: String
    private var record: PartialFileRecord?
    /// Bytes that are there.
    package private(set) var size: Int64 = 0
    private var synced: Int64 = 0
    /// Those that are on their way.
    private var begun: Int64 = 0

    /// What more bytes must come with to belong to these; nil when nothing can be added to them.
    package var validator: String? { record?.validator }
    /// Bytes of the whole file, when that is known.
    package var total: Int64? { record?.total }

    /// The room on its disk.
    package var space: DiskSpace { DiskSpace(of: folder) }

    /// Opens what is there, or makes it; what belongs to another source, or cannot be trusted, is cut off.
    ///
    /// - `source`: what the bytes come from, in one line: an address.
    package init(in folder: consuming Directory, name: String, source: String) throws(SystemError) {
        file = try folder.open(name, flags: O_RDWR | O_CREAT)
        self.name = name
        self.source = source
        record = Self.read(folder, name: Self.recordName(name), source: source)
        self.folder = folder
        if let record {
            let length = try file.status(subject: name).size
            size = BootIdentifier.isCurrent(record.bootID) ? length : min(length, record.syncedBytes)
            synced = min(size, record.syncedBytes)
            begun = synced
        }
        try truncate(to: size)
        if record != nil {
            self.record?.bootID = BootIdentifier.current
            self.record?.syncedBytes = synced
            try writeRecord()
        }
    }

    /// The name of the file beside it that says how to go on.
    private static func recordName(_ name: String) -> String { name + ".partial" }

    /// Whether there are bytes to which more can be added.
    package static func isResumable(in folder: borrowing Directory, name: String) -> Bool {
        guard let bytes = try? folder.open(recordName(name)).readAll(limit: 64 << 10, subject: name) else {
            return false
        }
        return PartialFileRecord(text: String(decoding: bytes, as: UTF8.self)) != nil
    }

    /// The file begins from its first byte.
    ///
    /// - `validator`: a strong entity tag: without one nothing proves that more bytes belong to the same file.
    package func begin(validator: String?, total: Int64?) throws(SystemError) {
        try truncate(to: 0)
        (size, synced, begun, record) = (0, 0, 0, nil)
        try folder.removeFile(Self.recordName(name))
        guard let validator, !validator.hasPrefix("W/") else { return }
        record = PartialFileRecord(
            source: source, validator: validator, total: total, syncedBytes: 0, bootID: BootIdentifier.current)
        try writeRecord()
    }

    /// Adds the next bytes.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try file.writeAll(bytes, subject: folder.path + "/" + name)
        size += Int64(bytes.count)
        if record != nil, size - synced >= Self.syncInterval { return try synchronize() }
        guard size - begun >= Self.writebackInterval else { return }
        // Where a file system cannot do that, the sync waits for it.
        _ = ba_begin_writeback(file.rawValue, begun, size - begun)
        begun = size
    }

    /// Makes all that is there outlast a loss of power.
    package func synchronize() throws(SystemError) {
        guard size > synced else { return }
        let number = file.rawValue
        try retrying("sync", folder.path + "/" + name) { fdatasync(number) }
        (synced, begun) = (size, size)
        record?.syncedBytes = size
        try writeRecord()
    }

    /// Ends a try that has not brought all of it. What can be added to outlasts a loss of power; the rest is of no use, and
    /// would only take room.
    package func suspend() throws(SystemError) {
        if validator == nil { try begin(validator: nil, total: nil) } else { try synchronize() }
    }

    /// Hands over all that is there, and stands at its end afterwards.
    package func replay(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { buffer.deallocate() }
        let number = file.rawValue
        var offset: Int64 = 0
        while offset < size {
            let length = Int(min(Int64(buffer.count), size - offset))
            let position = off_t(offset)
            let count = try retrying("read", folder.path + "/" + name) {
                pread(number, buffer.baseAddress, length, position)
            }
            guard count > 0 else { break }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        size = offset
        try truncate(to: size)
    }

    private func truncate(to length: Int64) throws(SystemError) {
        let number = file.rawValue
        try retrying("cut back", folder.path + "/" + name) { ftruncate(number, off_t(length)) }
        try retrying("go to the end of", folder.path + "/" + name) {
            lseek(number, off_t(length), SEEK_SET) < 0 ? -1 : 0
        }
    }

    private func writeRecord() throws(SystemError) {
        guard let record else { return }
        guard let text = record.text else {
            // It cannot be gone on with, then.
            self.record = nil
            return
        }
        try folder.writeAtomically(text.utf8, to: Self.recordName(name))
    }

    private static func read(_ folder: borrowing Directory, name: String, source: String) -> PartialFileRecord? {
        // A record that cannot be read is as good as none: the file is fetched from its beginning.
        guard let bytes = try? folder.open(name).readAll(limit: 64 << 10, subject: name),
            let record = PartialFileRecord(text: String(decoding: bytes, as: UTF8.self)), record.source == source
        else { return nil }
        return record
    }
}
