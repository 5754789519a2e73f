// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Crypto
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// All that is in the folder of a bundle, by its path there. Everything is opened beneath that folder, and no link is
/// followed.
struct BundleTree: Sendable {
    private static let depthLimit = 64
    /// Bytes that are read at a time, and between two looks whether to stop.
    private static let pieceSize = 1 << 20

    private(set) var items: [ItemPath: SignedItem] = [:]

    private init() {}

    /// Reads every file of a bundle.
    ///
    /// - Throws: `unsignable` for what has no place in a bundle; `stopped`; `file`.
    init(reading folder: borrowing Directory, shouldStop: () -> Bool) throws(SigningError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
        defer { buffer.deallocate() }
        try read(folder, prefix: "", depth: 0, buffer, shouldStop)
    }

    /// The part of it below a folder, by the paths there.
    func part(below folder: String) -> BundleTree {
        var part = BundleTree()
        for (path, item) in items {
            if let inner = path.below(folder) { part.items[inner] = item }
        }
        return part
    }

    private mutating func read(
        _ folder: borrowing Directory, prefix: String, depth: Int, _ buffer: UnsafeMutableRawBufferPointer,
        _ shouldStop: () -> Bool
    ) throws(SigningError) {
        guard depth <= Self.depthLimit else {
            throw .unsignable(path: prefix, reason: "it lies deeper than \(Self.depthLimit) folders")
        }
        let names: [String]
        do throws(SystemError) { names = try folder.names() } catch { throw .file(error) }
        for name in names {
            if shouldStop() { throw .stopped }
            let path = prefix + name
            guard items.count < BundleSignature.itemLimit else {
                throw .unsignable(path: path, reason: "the bundle has more than \(BundleSignature.itemLimit) files")
            }
            guard !name.unicodeScalars.contains("\u{FFFD}") else {
                throw .unsignable(path: path, reason: "its name is not UTF-8")
            }
            do {
                switch FileStatus(of: name, in: folder)?.kind {
                case .folder:
                    items[ItemPath(path)] = .folder
                    try read(try folder.folder(name), prefix: path + "/", depth: depth + 1, buffer, shouldStop)
                case .symbolicLink: items[ItemPath(path)] = .link(target: try Self.target(of: name, in: folder))
                case .file: items[ItemPath(path)] = try Self.file(name, in: folder, path: path, buffer, shouldStop)
                case .other, nil:
                    throw SigningError.unsignable(path: path, reason: "it is neither a file nor a folder nor a link")
                }
            } catch let error as SigningError { throw error } catch let error as SystemError {
                throw .file(error)
            } catch {
                throw .unsignable(path: path, reason: "\(error)")
            }
        }
    }

    private static func target(of name: String, in folder: borrowing Directory) throws -> ItemPath {
        var buffer = [CChar](repeating: 0, count: 4096)
        let number = folder.descriptor.rawValue
        let count = try retrying("read the link", folder.path + "/" + name) {
            readlinkat(number, name, &buffer, buffer.count)
        }
        let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
        guard count < buffer.count, let target = String(validating: bytes, as: UTF8.self) else {
            throw SigningError.unsignable(path: name, reason: "what the link leads to is not UTF-8, or too long")
        }
        return ItemPath(target)
    }

    private static func file(
        _ name: String, in folder: borrowing Directory, path: String, _ buffer: UnsafeMutableRawBufferPointer,
        _ shouldStop: () -> Bool
    ) throws -> SignedItem {
        // Without O_NONBLOCK a pipe that took the file's place would block.
        let file = try folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let subject = folder.path + "/" + name
        let status = try file.status(subject: subject)
        guard status.kind == .file else {
            throw SigningError.unsignable(path: path, reason: "it is no file any more")
        }
        var hash = SHA256()
        var size: Int64 = 0
        let number = file.rawValue
        while true {
            if shouldStop() { throw SigningError.stopped }
            let count = try retrying("read", subject) { Glibc.read(number, buffer.baseAddress, buffer.count) }
            if count == 0 { break }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            size += Int64(count)
        }
        return .file(isExecutable: status.permissions & 0o100 != 0, size: size, digest: Array(hash.finalize()))
    }
}
