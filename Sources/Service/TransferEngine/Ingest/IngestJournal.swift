// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import Foundation
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// How far the staged files of a transfer have come, in a file beside them.
///
/// It is written after every block, in two slots that take turns, each with a checksum: whenever the process is killed,
/// one of them is whole. It is not synced: after a loss of power the boot has another ID, and the staged files are
/// verified by digest instead.
struct IngestJournal: ~Copyable {
    /// What one slot says.
    struct Record: Codable, Equatable {
        /// SHA-256 of the archive (hexadecimal) that the staged files come from.
        var archive: String
        /// Of the running system; another one means that the page cache is gone.
        var bootID: String
        /// The block that comes next.
        var nextBlock: Int
        var entryIndex: Int
        /// The header of the entry that block begins in, as far as it has come.
        var headerBytes: Data
        var bodyOffset: UInt64
        var streamOffset: UInt64
        var etag: String?
        var sequence: UInt64
    }

    private static let slotSize = 256 << 10
    private let descriptor: OwnedDescriptor
    /// The newest whole record, or nil when there is none.
    private(set) var newest: Record?

    /// Opens the journal in a staging folder, or makes it.
    init(in folder: borrowing Directory) throws(SystemError) {
        descriptor = try folder.open("journal", flags: O_RDWR | O_CREAT)
        newest = [0, 1].compactMap { readSlot($0) }.max { $0.sequence < $1.sequence }
    }

    /// Writes a record over the older of the two; its place in the sequence follows from what is there.
    mutating func write(_ record: Record) throws(SystemError) {
        var record = record
        record.sequence = (newest?.sequence ?? 0) &+ 1
        guard let body = try? JSONEncoder().encode(record), body.count <= Self.slotSize - 16 else {
            throw SystemError(errno: .fileTooLarge, operation: "write", subject: "a transfer's journal")
        }
        var bytes: [UInt8] = []
        withUnsafeBytes(of: UInt64(body.count).littleEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: Self.checksum(body).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: body)
        let offset = off_t(Int(record.sequence % 2) * Self.slotSize)
        let number = descriptor.rawValue
        try retrying("write", "a transfer's journal") { pwrite(number, bytes, bytes.count, offset) }
        newest = record
    }

    private func readSlot(_ slot: Int) -> Record? {
        var bytes = [UInt8](repeating: 0, count: Self.slotSize)
        let count = pread(descriptor.rawValue, &bytes, bytes.count, off_t(slot * Self.slotSize))
        guard count > 16 else { return nil }
        let length = bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
        let checksum = bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        guard length <= UInt64(count - 16) else { return nil }
        let body = Data(bytes[16..<(16 + Int(length))])
        guard Self.checksum(body) == checksum else { return nil }
        return try? JSONDecoder().decode(Record.self, from: body)
    }

    /// FNV-1a, which tells a torn write from a whole one; nobody attacks this file who could not write it.
    private static func checksum(_ data: Data) -> UInt64 {
        data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
