// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import Glibc
internal import SystemSupport

/// The folder of a backup.
///
///     host                    the identity of the host that it is of; written first
///     backup.json             what it is; written last
///     records-ID.jsonl        the rows, and the objects that belong to them
///     objects/KEY             the objects
struct BackupFolder: Sendable {
    static let summaryName = "backup.json"
    static let hostName = "host"
    /// Bytes of what is read at once.
    private static let pieceSize = 1 << 20
    /// Bytes of the longest line: answers that are kept for a repeat are the longest there are.
    private static let lineLimit = 64 << 20

    let path: String
    let objects: FolderObjectStore
    /// nil while it is only read.
    private let lock: Lock?

    /// - `host`: the identity of the host that is backed up.
    /// - Throws: `conflict` for a folder that has something else in it, or the backup of another host.
    init(creating path: String, of host: String) throws(StorageError) {
        let owner: String?
        do throws(SystemError) {
            // Secrets lie in it.
            try Directory.createFolders(path, mode: 0o700)
            _ = try Directory(opening: path)
            // Nobody else looks at it, or claims it, meanwhile.
            lock = if let lock = try FileLock.take(atPath: path) { Lock(lock) } else { nil }
        } catch {
            throw error.isOutOfSpace
                ? .outOfSpace("\(error)") : .conflict("\(path) cannot be the folder of a backup: \(error)")
        }
        guard lock != nil else {
            throw .contended("another backup into \(path) is under way: wait until it has ended")
        }
        do throws(SystemError) { owner = try Self.owner(of: path, claimingFor: host) } catch {
            throw FolderObjectStore.error(error)
        }
        guard let owner else {
            throw .conflict(
                "\(path) has something else in it: back up into a folder of its own, which is empty or missing")
        }
        guard owner == host else {
            throw .conflict(
                "\(path) is the backup of another host, or of one that was here before: it would be lost. Back up into another "
                    + "folder, or restore that host")
        }
        self.path = path
        do throws(SystemError) {
            // What was being copied when an earlier one broke off.
            let folder = try Directory(opening: path)
            if folder.exists("uploads") { try folder.removeTree("uploads") }
        } catch { throw FolderObjectStore.error(error) }
        objects = try FolderObjectStore(path: path)
    }

    /// The identity of the host whose backup a folder is; one that is empty, or missing, is the claimant's from now on.
    ///
    /// - Returns: nil for one that is no backup.
    private static func owner(of path: String, claimingFor host: String) throws(SystemError) -> String? {
        let folder = try Directory(opening: path)
        // What broke off before it was a backup's.
        try folder.removeUnfinished { $0 == hostName }
        if try folder.names().isEmpty {
            try folder.writeAtomically(Array("\(host)\n".utf8), to: hostName)
            return host
        }
        guard folder.exists(hostName) else { return nil }
        let file = try folder.open(hostName)
        guard try file.status(subject: hostName).kind == .file else { return nil }
        return String(decoding: try file.readAll(limit: 4_096, subject: hostName), as: UTF8.self)
            .trimmingCharacters(in: .newlines)
    }

    /// Keeps others from writing to the folder.
    private final class Lock: Sendable {
        private let lock: FileLock

        init(_ lock: consuming FileLock) { self.lock = lock }
    }

    /// - Throws: `conflict` for a folder without a backup.
    init(opening path: String) throws(StorageError) {
        guard FileManager.default.fileExists(atPath: path + "/" + Self.summaryName) else {
            throw .conflict("there is no backup in \(path): it has no \(Self.summaryName)")
        }
        self.path = path
        lock = nil
        objects = try FolderObjectStore(path: path)
    }

    static func isRecords(_ name: String) -> Bool { name.hasPrefix("records-") && name.hasSuffix(".jsonl") }

    /// nil while no backup has been finished.
    func summary() throws(StorageError) -> BackupSummary? {
        let name = path + "/" + Self.summaryName
        guard FileManager.default.fileExists(atPath: name) else { return nil }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: name))
            let format = try JSONDecoder().decode(Format.self, from: data).format
            guard format == BackupSummary.currentFormat else {
                throw StorageError.conflict("\(name) has the format \(format), which this ba-host does not know")
            }
            return try JSONDecoder().decode(BackupSummary.self, from: data)
        } catch let error as StorageError { throw error } catch {
            throw .damaged("\(name) cannot be read: \(error)")
        }
    }

    private struct Format: Decodable { let format: Int }

    /// Makes a backup of what has been written, in place of an older one.
    func finish(_ summary: BackupSummary) throws(StorageError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            let bytes = [UInt8](try encoder.encode(summary)) + [UInt8(ascii: "\n")]
            let folder = try Directory(opening: path)
            try folder.writeAtomically(bytes, to: Self.summaryName)
            for name in try folder.names() where Self.isRecords(name) && name != summary.records {
                try folder.removeFile(name)
            }
        } catch let error as SystemError { throw FolderObjectStore.error(error) } catch {
            throw .failed("what the backup is cannot be written: \(error)")
        }
    }

    /// Reads the records in their order.
    func forEachRecord(
        _ summary: BackupSummary, _ body: (BackupRecord) throws(StorageError) -> Void
    ) throws(StorageError) {
        let decoder = JSONDecoder()
        try forEachLine(of: summary.records) { (line) throws(StorageError) in
            let record: BackupRecord
            do { record = try decoder.decode(BackupRecord.self, from: Data(line)) } catch {
                throw .damaged("a line of \(summary.records) is no record: \(error)")
            }
            try body(record)
        }
    }

    /// - Throws: `damaged` when the records are not what was written.
    func check(_ summary: BackupSummary) throws(StorageError) {
        var digest = SHA256()
        try forEachLine(of: summary.records) { line in
            digest.update(data: line)
            digest.update(data: [UInt8(ascii: "\n")])
        }
        guard Hexadecimal.text(digest.finalize()) == summary.recordsSHA256 else {
            throw .damaged("\(path)/\(summary.records) is not what was backed up: its SHA-256 is another one")
        }
    }

    /// Reads the lines of a file, without their ends.
    private func forEachLine(
        of name: String, _ body: (ArraySlice<UInt8>) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard Self.isRecords(name), !name.contains("/") else { throw .damaged("\(name) is no file of records") }
        do {
            let folder = try Directory(opening: path)
            guard folder.exists(name) else { throw StorageError.damaged("\(path)/\(name) is missing") }
            let file = try folder.open(name)
            let number = file.rawValue
            var rest: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: Self.pieceSize)
            while true {
                let count = try retrying("read", name) { read(number, &piece, piece.count) }
                if count == 0 { break }
                rest += piece[..<Int(count)]
                var begin = rest.startIndex
                while let end = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
                    try body(rest[begin..<end])
                    begin = end + 1
                }
                rest.removeSubrange(..<begin)
                guard rest.count <= Self.lineLimit else { throw StorageError.damaged("a line of \(name) is too long") }
            }
            guard rest.isEmpty else { throw StorageError.damaged("\(name) ends in the midst of a line") }
        } catch let error as StorageError { throw error } catch let error as SystemError {
            throw FolderObjectStore.error(error)
        } catch { throw .failed("\(error)") }
    }

    /// Whether an object is here as it was copied.
    ///
    /// - `isRead`: by every byte, and not by its size alone.
    func holds(_ object: BackupObject, _ isRead: Bool, at key: ObjectKey) async throws(StorageError) -> Bool {
        guard try await objects.size(of: key) == object.size else { return false }
        guard isRead else { return true }
        var digest = ObjectDigest()
        do throws(StorageError) { try await digest.read(key, size: object.size, from: objects) } catch {
            // The disk does not give it back: that is damage, too, and it can be written anew where it is not the whole disk.
            guard case .failed = error else { throw error }
            return false
        }
        return digest.text == object.sha256
    }

    /// An object that an earlier backup has copied, and was broken off before it could say so.
    func found(_ object: RecordedObject) async throws(StorageError) -> BackupObject? {
        guard let size = object.size, let sha256 = object.sha256 else { return nil }
        let copied = BackupObject(key: object.key.name, size: size, sha256: sha256)
        return try await holds(copied, true, at: object.key) ? copied : nil
    }
}
