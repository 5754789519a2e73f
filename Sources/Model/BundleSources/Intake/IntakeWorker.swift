// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel
internal import CSystemShims
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What a `BundleIntake` does on its queue: keeps the bytes that arrive, and unpacks them.
final class IntakeWorker {
    /// Bytes that must stay free on the disk.
    private static let reservedBytes: Int64 = 64 << 20
    /// Bytes beyond those for which there was room that are asked for when these were too few.
    private static let furtherBytes: Int64 = 64 << 20
    private static let spoolName = "archive"

    private let folder: Directory
    private let url: String?
    private let identified: (AppInformation) -> Void
    /// The bytes of an archive from a server that have arrived, beside what is unpacked from them. Unpacking does not wait for
    /// them and does not read them: they are for a service that ends in the middle. No state of a decompressor can be
    /// saved, so its successor unpacks again what is here, and asks the server only for what is missing.
    private var spool: PartialFile?
    private var unpacker: BundleUnpacker?
    /// Bytes for which there was room when unpacking began.
    private var outputLimit = UInt64.max
    /// The local archive, once it is open, and its size.
    private var file: OwnedDescriptor?
    private var fileSize: Int64 = 0
    /// Bytes of the archive that have been unpacked.
    private(set) var position: Int64 = 0

    /// - `url`: where the archive comes from; nil for a local one.
    init(
        path: String, url: String?, identified: @escaping (AppInformation) -> Void
    ) throws(BundleSourceError) {
        self.url = url
        self.identified = identified
        do throws(SystemError) { folder = try Directory(creating: path) } catch { throw .file(error) }
    }

    // MARK: From a server

    /// Makes ready to take bytes, from what an earlier run of the service left where there is something.
    func prepare(_ shouldStop: () -> Bool) throws -> IntakeStart {
        guard let url else { return IntakeStart() }
        if spool == nil {
            let spool = try PartialFile(
                in: Directory(descriptor: folder.descriptor.duplicate(), path: folder.path), name: Self.spoolName,
                source: url)
            try restart()
            do {
                try spool.replay { bytes in
                    if shouldStop() { throw BundleSourceError.stopped }
                    try unpack(bytes)
                }
            } catch BundleSourceError.stopped {
                throw BundleSourceError.stopped
            } catch let error as BundleSourceError where error.isOutOfSpace {
                throw error
            } catch {
                // What was kept is of no use, whatever befell it: the server's answer is.
                try spool.begin(validator: nil, total: nil)
                try restart()
            }
            self.spool = spool
        }
        guard let spool, let etag = spool.validator, position > 0 else { return IntakeStart() }
        return IntakeStart(offset: position, etag: etag, total: spool.total)
    }

    /// A response begins at `offset` of the archive: where the last one ended, or at its beginning.
    func begins(at offset: Int64, etag: String?, total: Int64?) throws {
        if offset == 0 {
            if position > 0 || unpacker == nil { try restart() }
            try spool?.begin(validator: etag, total: total)
        } else if offset != position {
            throw BundleSourceError.file(
                SystemError(
                    errno: .invalidArgument, operation: "go on at \(offset) instead of \(position) in",
                    subject: "the archive"))
        }
        if let total {
            // The archive and what is in it; a server may claim any size.
            let (needed, overflows) = (total - offset).multipliedReportingOverflow(by: 2)
            try checkSpace(needed: overflows ? .max : needed)
        }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws {
        // Without a validator nobody could go on from them.
        if let spool, spool.validator != nil { try spool.append(bytes) }
        try unpack(bytes)
    }

    private func unpack(_ bytes: UnsafeRawBufferPointer) throws {
        do { try unpacker?.take(bytes) } catch { throw named(error) }
        position += Int64(bytes.count)
    }

    /// The limit of what is unpacked is the room on the disk: what goes beyond is no fault of the archive.
    private func named(_ error: any Error) -> any Error {
        let cause: ArchiveError? =
            switch error {
            case let error as ArchiveError: error
            case BundleSourceError.archive(let error): error
            default: nil
            }
        guard case .outputTooLarge? = cause, outputLimit != .max else { return error }
        let space = DiskSpace(of: folder, reserve: Self.reservedBytes)
        // How much it is in all is not known.
        let more = Int64(clamping: outputLimit).addingReportingOverflow(Self.furtherBytes)
        return BundleSourceError.outOfSpace(
            path: folder.path, needed: space.total(for: more.overflow ? .max : more.partialValue),
            available: space.total(for: Int64(clamping: outputLimit)))
    }

    /// Makes what has arrived outlast the service and the system's running.
    func suspend() throws { try spool?.synchronize() }

    // MARK: From a file

    /// Unpacks a local archive, from where an earlier call stopped.
    func unpack(file path: String, _ shouldStop: () -> Bool, _ progress: (Int64, Int64) -> Void) throws {
        if file == nil {
            // Without O_NONBLOCK the call would wait for a FIFO's writer.
            let opened = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path)
            let status = try opened.status(subject: path)
            guard status.kind == .file else {
                throw SystemError(errno: .invalidArgument, operation: "read (it is no file)", subject: path)
            }
            fileSize = status.size
            file = consume opened
            try restart()
            try checkSpace(needed: fileSize)
        }
        let number: Int32 =
            switch file {
            case .some(let file): file.rawValue
            case .none: -1
            }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            if shouldStop() { throw BundleSourceError.stopped }
            let count = try retrying("read", path) { read(number, buffer.baseAddress, buffer.count) }
            if count == 0 { return }
            try unpack(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            progress(position, max(fileSize, position))
        }
    }

    // MARK: Ends

    /// Completes the bundle and writes it to disk.
    func finish() throws -> UnpackedBundle {
        guard let unpacker else { throw BundleSourceError.noBundle(found: nil) }
        let bundle = try unpacker.finish()
        let number = folder.descriptor.rawValue
        try retrying("sync", folder.path) { ba_syncfs(number) }
        return bundle
    }

    /// Removes what was unpacked and what was kept.
    func discard() throws {
        try unpacker?.discard()
        unpacker = nil
        spool = nil
        file = nil
        position = 0
        for name in try folder.names() { try folder.removeTree(name) }
    }

    /// Begins unpacking from the archive's first byte.
    private func restart() throws {
        try unpacker?.discard()
        unpacker = nil
        position = 0
        try folder.removeTree(BundleSink.folderName)
        outputLimit = DiskSpace(of: folder, reserve: Self.reservedBytes).usable.map(UInt64.init) ?? .max
        unpacker = try BundleUnpacker(in: folder, limits: ArchiveLimits(output: outputLimit), identified: identified)
    }

    private func checkSpace(needed: Int64) throws(BundleSourceError) {
        let space = DiskSpace(of: folder, reserve: Self.reservedBytes)
        guard space.hasRoom(for: needed) else {
            throw .outOfSpace(path: folder.path, needed: space.total(for: needed), available: space.available ?? 0)
        }
    }
}
