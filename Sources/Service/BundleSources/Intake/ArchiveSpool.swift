// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The bytes of an archive that have arrived, in a file beside what is unpacked from them.
///
/// Unpacking does not wait for it and does not read it. It is for a service that ends in the middle: no state of a
/// decompressor can be saved, so its successor unpacks again what is here, and asks the server only for what is missing.
/// Within one boot of the system all bytes of the file are trusted; after another boot those that were synced.
final class ArchiveSpool {
    /// What stands in the file `spool.json`.
    private struct Journal: Codable, Equatable {
        var url: String
        /// A strong entity tag: without one nothing proves that more bytes belong to the same archive.
        var etag: String
        var total: Int64?
        var syncedBytes: Int64
        var bootID: String
    }

    private static let dataName = "archive"
    private static let journalName = "spool.json"
    /// So many bytes are synced at a time.
    private static let syncInterval: Int64 = 64 << 20

    private let folder: Directory
    private let file: OwnedDescriptor
    private let url: String
    private var journal: Journal?
    /// Bytes that are there.
    private(set) var size: Int64 = 0
    private var synced: Int64 = 0

    var etag: String? { journal?.etag }
    var total: Int64? { journal?.total }

    /// Opens what is there, or makes it; what belongs to another address, or cannot be trusted, is cut off.
    init(in folder: consuming Directory, url: String) throws(SystemError) {
        file = try folder.open(Self.dataName, flags: O_RDWR | O_CREAT)
        self.url = url
        journal = Self.read(folder, url: url)
        self.folder = folder
        if let journal {
            let length = try file.status(subject: Self.dataName).size
            size = BootIdentifier.isCurrent(journal.bootID) ? length : min(length, journal.syncedBytes)
            synced = min(size, journal.syncedBytes)
        }
        try truncate(to: size)
        if journal != nil {
            self.journal?.bootID = BootIdentifier.current
            self.journal?.syncedBytes = synced
            try writeJournal()
        }
    }

    /// An archive begins from its first byte.
    func begin(etag: String?, total: Int64?) throws(SystemError) {
        try truncate(to: 0)
        (size, synced, journal) = (0, 0, nil)
        try folder.removeFile(Self.journalName)
        guard let etag, !etag.hasPrefix("W/") else { return }
        journal = Journal(url: url, etag: etag, total: total, syncedBytes: 0, bootID: BootIdentifier.current)
        try writeJournal()
    }

    /// Keeps the next bytes, unless nobody could use them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        size += Int64(bytes.count)
        guard journal != nil else { return }
        try file.writeAll(bytes, subject: folder.path + "/" + Self.dataName)
        if size - synced >= Self.syncInterval { try synchronize() }
    }

    /// Makes all that is there outlast a loss of power.
    func synchronize() throws(SystemError) {
        guard journal != nil, size > synced else { return }
        let number = file.rawValue
        try retrying("sync", folder.path + "/" + Self.dataName) { fdatasync(number) }
        synced = size
        journal?.syncedBytes = size
        try writeJournal()
    }

    /// Hands over all that is there, and stands at its end afterwards.
    func replay(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { buffer.deallocate() }
        let number = file.rawValue
        var offset: Int64 = 0
        while offset < size {
            let length = Int(min(Int64(buffer.count), size - offset))
            let position = off_t(offset)
            let count = try retrying("read", folder.path + "/" + Self.dataName) {
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
        try retrying("cut back", folder.path + "/" + Self.dataName) { ftruncate(number, off_t(length)) }
        try retrying("go to the end of", folder.path + "/" + Self.dataName) {
            lseek(number, off_t(length), SEEK_SET) < 0 ? -1 : 0
        }
    }

    private func writeJournal() throws(SystemError) {
        guard let journal, let bytes = try? JSONEncoder().encode(journal) else { return }
        try folder.writeAtomically(bytes, to: Self.journalName)
    }

    private static func read(_ folder: borrowing Directory, url: String) -> Journal? {
        // A journal that cannot be read is as good as none: the archive is fetched from its beginning.
        guard let bytes = try? folder.open(journalName).readAll(limit: 64 << 10, subject: journalName),
            let journal = try? JSONDecoder().decode(Journal.self, from: Data(bytes)), journal.url == url
        else { return nil }
        return journal
    }
}
