// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import SystemSupport

// Where things lie in the folder, and how it is reached.
extension FolderObjectStore {
    /// An empty file that stands for a part that is on the disk.
    struct Marker {
        let part: StoredPart

        var name: String { "\(part.number)-\(part.size)-\(part.entityTag)" }

        init(_ part: StoredPart) { self.part = part }

        init?(name: String) {
            let fields = name.split(separator: "-")
            guard fields.count == 3, let number = Int(fields[0]), let size = Int64(fields[1]) else { return nil }
            part = StoredPart(number: number, size: size, entityTag: String(fields[2]))
        }
    }

    package var place: String { root.path }

    static func folder(of upload: ObjectUpload) -> String { "uploads/" + upload.id }

    static func path(of key: ObjectKey) -> String { "objects/" + key.name }

    func markers(of upload: ObjectUpload) throws(SystemError) -> [Marker] {
        try root.folder(Self.folder(of: upload)).names().compactMap(Marker.init).sorted {
            $0.part.number < $1.part.number
        }
    }

    /// The folder that an object lies in, made where it is missing.
    func madeFolder(for key: ObjectKey) throws(SystemError) -> Directory {
        var path = "objects"
        for part in key.name.split(separator: "/").dropLast() {
            let parent = try root.folder(path)
            path += "/" + part
            if try root.makeFolder(path) { try parent.synchronize() }
        }
        return try root.folder(path)
    }

    /// Runs what may block on a thread that is made for it.
    func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(SystemError) -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, SystemError>
        do {
            result = try await threads.runIfActive { () -> Result<Value, SystemError> in
                do throws(SystemError) { return .success(try body()) } catch { return .failure(error) }
            }
        } catch { throw .unavailable("the server is ending") }
        do throws(SystemError) { return try result.get() } catch { throw Self.error(error) }
    }

    static func error(_ error: SystemError) -> StorageError {
        error.isOutOfSpace ? .outOfSpace("\(error)") : .failed("\(error)")
    }
}
