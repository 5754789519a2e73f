// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
package import NIOCore
package import NIOPosix
internal import Synchronization
internal import SystemSupport

/// Objects as files of a folder, for one server.
///
///     objects/KEY                   what is whole
///     uploads/ID/data               what arrives, each part at its place
///     uploads/ID/NUMBER-SIZE-MD5    an empty file for each part that is on the disk
///     uploads/ID/again-NUMBER-…     what may come in the place of a part that is there
package final class FolderObjectStore: ObjectStore {
    let root: Directory
    let threads: NIOThreadPool
    private let open = OpenObjects()
    /// Of parts that are on their way.
    private let comingBytes = Mutex(0)
    /// By the IDs of uploads that somebody writes to, or has written to.
    private let gates = Mutex<[String: UploadGate]>([:])

    /// What a writer is told that comes too late.
    static let overtaken = StorageError.conflict(
        "what was being sent is put together already, was sent by another request meanwhile, or was given up")

    private func gate(of upload: ObjectUpload) -> UploadGate {
        gates.withLock { gates in
            let gate = gates[upload.id] ?? UploadGate()
            gates[upload.id] = gate
            return gate
        }
    }

    /// Who writes still has a gate that stays closed.
    private func forget(_ upload: ObjectUpload) { gates.withLock { $0[upload.id] = nil } }

    /// - `path`: a folder, which is made when there is none.
    /// - `creating`: else it is to be there, and nothing is made.
    package init(path: String, creating: Bool = true, threads: NIOThreadPool = .singleton) throws(StorageError) {
        self.threads = threads
        do throws(SystemError) {
            if creating { try Directory.createFolders(path) }
            root = try Directory(opening: path)
            guard creating else { return }
            _ = try root.makeFolder("objects")
            _ = try root.makeFolder("uploads")
        } catch { throw Self.error(error) }
    }

    /// What is left for the database, and for whoever makes room.
    private static let leastRoom: UInt64 = 16 << 20
    /// Bytes that are copied at a time.
    private static let pieceSize = 1 << 20

    package var hasRoom: Bool {
        get async {
            let room = try? await blocking { [self] () throws(SystemError) in try freeBytes() }
            // Who cannot tell is asked for more than this, too.
            return room.map { $0 >= Self.leastRoom } ?? true
        }
    }

    private func freeBytes() throws(SystemError) -> UInt64 {
        var status = statvfs()
        try retrying("look for room in", root.path) { fstatvfs(root.descriptor.rawValue, &status) }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// Has a part come for which there is room, beside those that are just coming: none takes what the database needs.
    private func makingRoom<Value>(
        for size: Int, _ body: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let free = try await blocking { [self] () throws(SystemError) in try freeBytes() }
        let hasRoom = comingBytes.withLock { coming in
            guard free >= Self.leastRoom + UInt64(coming + size) else { return false }
            coming += size
            return true
        }
        guard hasRoom else {
            throw .outOfSpace("\(free >> 20) MiB are free in \(root.path), and a part of \(size >> 20) MiB is to come")
        }
        defer { comingBytes.withLock { $0 -= size } }
        return try await body()
    }

    package func begin(_ key: ObjectKey, size: Int64, partSize: Int64) async throws(StorageError) -> ObjectUpload {
        let upload = ObjectUpload(key: key, id: UUID().uuidString.lowercased(), size: size, partSize: partSize)
        try await blocking { [self] () throws(SystemError) in
            let folder = Self.folder(of: upload)
            _ = try root.makeFolder(folder)
            let data = try root.open(folder + "/data", flags: O_WRONLY | O_CREAT | O_EXCL)
            // A hole: its room is taken as its parts come.
            try retrying("set the size of", folder) { ftruncate(data.rawValue, off_t(size)) }
            try root.folder("uploads").synchronize()
        }
        return upload
    }

    package func address(ofPart number: Int, of upload: ObjectUpload, expires: Double) -> PartAddress? { nil }

    package func address(of key: ObjectKey, method: String, expires: Double, cacheControl: String) -> String? { nil }

    package func put<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart {
        guard let range = upload.range(ofPart: number) else { throw .unexpected("the upload has no part \(number)") }
        return try await makingRoom(for: range.count) { () async throws(StorageError) in
            do throws(StorageError) { return try await take(bytes, asPart: number, range, of: upload) } catch {
                guard case .failed = error, try await parts(of: upload) == nil else { throw error }
                // It was put together, or given up, in the midst of this.
                forget(upload)
                throw Self.overtaken
            }
        }
    }

    private func take<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, _ range: Range<Int64>, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart {
        let gate = gate(of: upload)
        // Whoever has it alone says that the part is there: nobody does between a look and the first byte.
        let pass = gate.begin(number)
        defer { if let pass { gate.end(pass) } }
        let isThere = try await blocking { [self] () throws(SystemError) -> Bool? in
            guard root.exists(Self.folder(of: upload) + "/data") else { return nil }
            return try markers(of: upload).contains { $0.part.number == number }
        }
        guard let isThere else {
            forget(upload)
            throw Self.overtaken
        }
        guard let pass, !isThere else { return try await takeAgain(bytes, asPart: number, range, of: upload) }
        let data = try await openData(of: upload)
        let writer = PartWriter(self, data, part: number, range: range, passage: (gate, pass))
        let part = try await Self.write(bytes, to: writer, number)
        guard gate.enter(pass) else { throw Self.overtaken }
        defer { gate.leave(pass) }
        try await mark(part, of: upload)
        return part
    }

    /// Takes a part that is there, or is coming: it stays until what replaces it is whole, for that may break off.
    private func takeAgain<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, _ range: Range<Int64>, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart {
        let name = Self.folder(of: upload) + "/again-\(number)-\(UUID().uuidString)"
        let file = try await blocking { [self] () throws(SystemError) in
            SharedDescriptor(try root.open(name, flags: O_RDWR | O_CREAT | O_EXCL), path: name)
        }
        let outcome: Result<StoredPart, StorageError>
        do throws(StorageError) {
            let part = try await Self.write(bytes, to: PartWriter(self, file, part: number, range: range), number)
            try await replace(part, by: file, range, of: upload)
            outcome = .success(part)
        } catch { outcome = .failure(error) }
        // Where it does not go now, it goes with the upload.
        try await removeFile(name)
        return try outcome.get()
    }

    private static func write<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, to writer: PartWriter, _ number: Int
    ) async throws(StorageError) -> StoredPart {
        var writer = writer
        do { for try await buffer in bytes { try await writer.append(buffer) } } catch let error as StorageError {
            throw error
        } catch { throw .interrupted("part \(number) broke off: \(error)") }
        return try await writer.finish()
    }

    private func openData(of upload: ObjectUpload) async throws(StorageError) -> SharedDescriptor {
        try await blocking { [self] () throws(SystemError) in
            let path = Self.folder(of: upload) + "/data"
            return SharedDescriptor(try root.open(path, flags: O_WRONLY), path: path)
        }
    }

    private func removeFile(_ name: String) async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in if root.exists(name) { try root.removeFile(name) } }
    }

    /// Puts a part from a file of its own in its place, unless the same is there.
    private func replace(
        _ part: StoredPart, by file: SharedDescriptor, _ range: Range<Int64>, of upload: ObjectUpload
    ) async throws(StorageError) {
        let gate = gate(of: upload)
        guard let pass = await gate.take(part.number) else { throw Self.overtaken }
        defer { gate.end(pass) }
        guard gate.enter(pass) else { throw Self.overtaken }
        defer { gate.leave(pass) }
        let others = try await blocking { [self] () throws(SystemError) in
            try markers(of: upload).filter { $0.part.number == part.number }
        }
        guard others.map(\.part) != [part] else { return }
        let data = try await openData(of: upload)
        try await blocking { [self] () throws(SystemError) in
            // From here on it is incomplete.
            for marker in others { try root.removeFile(Self.folder(of: upload) + "/" + marker.name) }
            for place in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
                let count = Int(min(Int64(Self.pieceSize), range.upperBound - place))
                try data.write(try file.read(at: place, count: count), at: place)
            }
            try data.synchronize()
        }
        try await mark(part, of: upload)
    }

    private func mark(_ part: StoredPart, of upload: ObjectUpload) async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in
            let folder = try root.folder(Self.folder(of: upload))
            _ = try folder.open(Marker(part).name, flags: O_WRONLY | O_CREAT)
            try folder.synchronize()
        }
    }

    package func parts(of upload: ObjectUpload) async throws(StorageError) -> [StoredPart]? {
        try await blocking { [self] () throws(SystemError) in
            guard root.exists(Self.folder(of: upload) + "/data") else { return nil }
            return try markers(of: upload).map(\.part)
        }
    }

    package func complete(_ upload: ObjectUpload) async throws(StorageError) {
        if try await size(of: upload.key) != nil { return }
        let gate = gate(of: upload)
        await gate.close()
        do throws(StorageError) { try await putTogether(upload) } catch {
            gate.open()
            throw error
        }
        forget(upload)
    }

    private func putTogether(_ upload: ObjectUpload) async throws(StorageError) {
        let numbers = Set(try await parts(of: upload)?.map(\.number) ?? [])
        let missing = (1...max(upload.partCount, 1)).filter { !numbers.contains($0) }
        guard missing.isEmpty else {
            // Another may have put them together since.
            if try await size(of: upload.key) != nil { return }
            throw .unexpected(
                "\(missing.count) of \(upload.partCount) parts are missing, the first of them is \(missing[0])")
        }
        do throws(StorageError) { try await moveData(of: upload) } catch {
            // Another has been faster, or has found that it is not what was announced.
            if try await size(of: upload.key) != nil { return }
            if try await parts(of: upload) == nil {
                throw .conflict("what was uploaded is put together by another request")
            }
            throw error
        }
    }

    private func moveData(of upload: ObjectUpload) async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in
            let folder = try madeFolder(for: upload.key)
            try root.rename(Self.folder(of: upload) + "/data", to: Self.path(of: upload.key))
            try folder.synchronize()
            try root.removeTree(Self.folder(of: upload))
        }
    }

    package func abandon(_ upload: ObjectUpload) async throws(StorageError) {
        await gate(of: upload).close()
        forget(upload)
        try await blocking { [self] () throws(SystemError) in
            guard root.exists(Self.folder(of: upload)) else { return }
            try root.removeTree(Self.folder(of: upload))
        }
    }

    package func write(_ bytes: [UInt8], to key: ObjectKey) async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in
            let name = key.name.split(separator: "/").last.map(String.init) ?? key.name
            try madeFolder(for: key).writeAtomically(bytes, to: name)
            open.forget(key)
        }
    }

    package func size(of key: ObjectKey) async throws(StorageError) -> Int64? {
        try await blocking { [self] () throws(SystemError) in
            guard root.exists(Self.path(of: key)) else { return nil }
            return try root.open(Self.path(of: key), flags: O_RDONLY).status(subject: key.name).size
        }
    }

    package func read(_ key: ObjectKey, at offset: Int64, count: Int) async throws(StorageError) -> ByteBuffer {
        try await blocking { [self] () throws(SystemError) in
            if let descriptor = open.descriptor(of: key) { return try descriptor.read(at: offset, count: count) }
            let descriptor = SharedDescriptor(try root.open(Self.path(of: key)), path: Self.path(of: key))
            open.keep(descriptor, of: key)
            return try descriptor.read(at: offset, count: count)
        }
    }

    package func readAtHand(_ key: ObjectKey, at offset: Int64, count: Int) -> ByteBuffer? {
        open.descriptor(of: key)?.readAtHand(at: offset, count: count)
    }

    package func remove(_ key: ObjectKey) async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in
            open.forget(key)
            guard root.exists(Self.path(of: key)) else { return }
            try root.removeFile(Self.path(of: key))
        }
    }

    package func check() async throws(StorageError) {
        try await blocking { [self] () throws(SystemError) in _ = try root.folder("objects") }
    }

    package func keys(after key: ObjectKey?) async throws(StorageError) -> [ObjectKey] {
        try await blocking { [self] () throws(SystemError) in
            var names: [String] = []
            try root.folder("objects").forEachFile { path, _ in
                if key.map({ $0.name < path }) ?? true { names.append(path) }
            }
            return names.sorted().compactMap { ObjectKey($0) }
        }
    }
}
