// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import Glibc
internal import SystemSupport

/// Writes the records of a backup, line by line.
///
/// Unchecked: it is used by one task, or the one transaction that this waits for, at a time.
final class BackupWriter: @unchecked Sendable {
    private static let bufferSize = 1 << 20

    let name: String
    private let folder: String
    private let file: OwnedDescriptor
    private let encoder = JSONEncoder()
    private var digest = SHA256()
    private var buffer: [UInt8] = []

    init(in folder: BackupFolder, name: String) throws(StorageError) {
        self.name = name
        self.folder = folder.path
        do throws(SystemError) {
            file = try Directory(opening: folder.path).open(name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch { throw FolderObjectStore.error(error) }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// A transaction may be tried several times: what the one before has written is not meant.
    func beginAnew() throws(StorageError) {
        (digest, buffer) = (SHA256(), [])
        let number = file.rawValue
        do throws(SystemError) {
            try retrying("empty", folder + "/" + name) { ftruncate(number, 0) }
            try retrying("empty", folder + "/" + name) { lseek(number, 0, SEEK_SET) }
        } catch { throw FolderObjectStore.error(error) }
    }

    func write(_ record: BackupRecord) throws(StorageError) {
        do { buffer += [UInt8](try encoder.encode(record)) + [UInt8(ascii: "\n")] } catch {
            throw .unexpected("a record cannot be written as JSON: \(error)")
        }
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws(StorageError) {
        digest.update(data: buffer)
        do throws(SystemError) { try file.writeAll(buffer, subject: folder + "/" + name) } catch {
            throw FolderObjectStore.error(error)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Waits until all is on the disk.
    ///
    /// - Returns: the SHA-256 of all lines.
    func finish() throws(StorageError) -> String {
        try flush()
        let number = file.rawValue
        do throws(SystemError) {
            try retrying("sync", folder + "/" + name) { fsync(number) }
            try Directory(opening: folder).synchronize()
        } catch { throw FolderObjectStore.error(error) }
        return Hexadecimal.text(digest.finalize())
    }

    /// Removes what was written.
    func discard() {
        // What cannot be removed now, the next backup removes.
        _ = try? Directory(opening: folder).removeFile(name)
    }
}
