// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// Copies a bundle into the store: regular files, folders, and links that stay inside; anything else is refused.
struct BundleCopy: Sendable {
    /// Bytes and entries of a bundle.
    struct Extent: Equatable, Sendable {
        var bytes: Int64 = 0
        var entries = 0
    }

    private static let entryLimit = 1_000_000
    private static let depthLimit = 64
    /// Bytes that are copied between two reports of progress, and two looks whether to stop.
    private static let step: Int64 = 4 << 20
    let source: String
    /// Ends the copying in the midst.
    let stop: StopFlag

    init(source: String, stop: StopFlag = StopFlag()) {
        self.source = source
        self.stop = stop
    }

    /// Walks the bundle, and looks at all that `copy` looks at, links included, without copying.
    func extent() throws(ServiceError) -> Extent {
        var extent = Extent()
        do throws(SystemError) {
            try measure(try Directory(opening: source), depth: 0, &extent)
        } catch { throw ServiceError(.bundleInvalid, "the bundle \(source) cannot be read: \(error)") }
        return extent
    }

    /// Looks whether the bundle fits on the disk of `folder`, before any of it is copied.
    func checkSpace(for extent: Extent, in folder: String) throws(ServiceError) {
        let space: DiskSpace
        do throws(SystemError) {
            let target = try Directory(opening: folder)
            space = DiskSpace(of: target)
        } catch { throw ServiceError(system: error) }
        guard space.hasRoom(for: extent.bytes) else {
            throw ServiceError(
                .outOfSpace,
                "the disk of \(folder) has \(ByteCount.text(space.available ?? 0)) free, and \(source) needs "
                    + "\(ByteCount.text(space.total(for: extent.bytes))): free some, and install it again")
        }
    }

    /// Copies into the folder `target`, which is new, or holds what an earlier call of the same service copied before it
    /// was stopped; `progress` is told the bytes so far, also in the midst of a large file.
    ///
    /// - `withheld`: a file directly in the bundle that is copied without its executable bits.
    func copy(to target: String, withheld: String, progress: (Int64) -> Void) throws(ServiceError) {
        do throws(SystemError) {
            let root = try Directory(creating: target, mode: 0o700)
            var done: Int64 = 0
            try copy(try Directory(opening: source), to: root, withheld: withheld, depth: 0, done: &done, progress)
            let number = root.descriptor.rawValue
            try retrying("sync", target) { ba_syncfs(number) }
        } catch {
            throw ServiceError(
                error.isOutOfSpace ? .outOfSpace : .installationFailed,
                "the bundle \(source) cannot be copied: \(error)")
        }
    }

    private func measure(
        _ folder: borrowing Directory, depth: Int, _ extent: inout Extent
    ) throws(SystemError) {
        try checkDepth(depth, folder.path)
        for name in try folder.names() {
            extent.entries += 1
            guard extent.entries <= Self.entryLimit else {
                throw SystemError(errno: .tooManyOpenFiles, operation: "copy all entries of", subject: source)
            }
            let status = try status(of: name, in: folder)
            switch status.kind {
            case .file: extent.bytes &+= status.size
            case .folder: try measure(try folder.folder(name), depth: depth + 1, &extent)
            case .symbolicLink: _ = try readLink(name, in: folder, depth: depth)
            case .other:
                throw SystemError(
                    errno: .notSupported, operation: "copy as a file, folder or link",
                    subject: folder.path + "/" + name)
            }
        }
    }

    private func copy(
        _ folder: borrowing Directory, to target: borrowing Directory, withheld: String?, depth: Int,
        done: inout Int64, _ progress: (Int64) -> Void
    ) throws(SystemError) {
        try checkDepth(depth, folder.path)
        for name in try folder.names() {
            let status = try status(of: name, in: folder)
            switch status.kind {
            case .file:
                let mode = (status.permissions & 0o777 | 0o600) & (name == withheld ? ~0o111 : ~0)
                try copyFile(name, from: folder, to: target, mode: mode) { bytes in
                    done &+= bytes
                    progress(done)
                }
            case .folder:
                try target.makeFolder(name, mode: 0o700)
                try copy(
                    try folder.folder(name), to: try target.folder(name), withheld: nil, depth: depth + 1, done: &done,
                    progress)
            case .symbolicLink:
                if !target.exists(name) { try copyLink(name, from: folder, to: target, depth: depth) }
            case .other:
                throw SystemError(
                    errno: .notSupported, operation: "copy as a file, folder or link",
                    subject: folder.path + "/" + name)
            }
        }
    }

    private func copyFile(
        _ name: String, from folder: borrowing Directory, to target: borrowing Directory, mode: UInt32,
        copied: (Int64) -> Void
    ) throws(SystemError) {
        let input = try folder.open(name, flags: O_RDONLY | O_NONBLOCK)
        let output = try target.open(name, flags: O_WRONLY | O_CREAT | O_NOFOLLOW, mode: mode)
        let (from, to) = (input.rawValue, output.rawValue)
        let present = try retrying("examine", target.path + "/" + name) { lseek(to, 0, SEEK_END) }
        if present > 0 {
            try retrying("go on in", folder.path + "/" + name) { lseek(from, present, SEEK_SET) }
            copied(Int64(present))
        }
        while true {
            if stop.isRaised {
                throw SystemError(errno: .canceled, operation: "copy", subject: folder.path + "/" + name)
            }
            let count = try retrying("copy", folder.path + "/" + name) { ba_copy_range(from, to, Self.step) }
            if count == 0 { break }
            copied(count)
        }
        try retrying("set the mode of", target.path + "/" + name) { fchmod(to, mode) }
    }

    private func copyLink(
        _ name: String, from folder: borrowing Directory, to target: borrowing Directory, depth: Int
    ) throws(SystemError) {
        let link = try readLink(name, in: folder, depth: depth)
        let into = target.descriptor.rawValue
        try retrying("link", target.path + "/" + name) { symlinkat(link, into, name) }
    }

    /// What a link points to, which must lie in the bundle.
    private func readLink(
        _ name: String, in folder: borrowing Directory, depth: Int
    ) throws(SystemError) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let subject = folder.path + "/" + name
        let number = folder.descriptor.rawValue
        let count = try retrying("read the link", subject) { readlinkat(number, name, &buffer, buffer.count - 1) }
        let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard LinkTarget(link).staysInside(depth: depth) else {
            throw SystemError(errno: .invalidArgument, operation: "copy a link out of the bundle,", subject: subject)
        }
        return link
    }

    private func status(of name: String, in folder: borrowing Directory) throws(SystemError) -> FileStatus {
        var value = stat()
        let number = folder.descriptor.rawValue
        try retrying("examine", folder.path + "/" + name) { fstatat(number, name, &value, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(value)
    }

    private func checkDepth(_ depth: Int, _ path: String) throws(SystemError) {
        guard depth <= Self.depthLimit else {
            throw SystemError(
                errno: .fileNameTooLong, operation: "go deeper than \(Self.depthLimit) folders at", subject: path)
        }
    }
}
