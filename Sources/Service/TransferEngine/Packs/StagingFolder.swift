// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
internal import SystemPackage
internal import SystemSupport

internal import struct Crypto.SHA256

/// The folder that one transfer is staged in: `content/` for the files, beside it what resuming needs.
final class StagingFolder: Sendable {
    let folder: Directory

    /// Opens the folder at `path`, or makes it.
    init(path: String) throws(TransferError) {
        do throws(SystemError) {
            folder = try Directory(creating: path)
            try folder.makeFolder("content")
        } catch { throw .file(error) }
    }

    func openContent() throws(SystemError) -> Directory { try folder.folder("content") }

    /// Throws away what was staged, so that the transfer begins anew.
    func empty() throws(TransferError) {
        do throws(SystemError) {
            for name in try folder.names() where name != "blocks" { try folder.removeTree(name) }
            try folder.makeFolder("content")
        } catch { throw .file(error) }
    }

    /// The SHA-256 of a staged file; nil when it is missing or no file.
    func digest(ofFile path: String) throws(SystemError) -> Digest? {
        let content = try openContent()
        let file: OwnedDescriptor
        do throws(SystemError) { file = try content.open(path) } catch  where error.errno == .noSuchFileOrDirectory {
            return nil
        }
        guard try file.status(subject: path).kind == .file else { return nil }
        var hash = SHA256()
        let buffer = IngestBuffer(capacity: 1 << 20)
        let number = file.rawValue
        while true {
            let count = try retrying("read", path) { read(number, buffer.writable.baseAddress, buffer.capacity) }
            if count == 0 { return Digest(Array(hash.finalize())) }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer.writable[..<count]))
        }
    }
}
