// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Writes an archive in one pass, encoding its blocks on all cores with bounded memory.
///
/// The same entries and options give the same bytes. Folders that are missing above an entry, the root's `""` entry
/// included, are written by themselves; owner and group are 0, and every entry has the same time. Add entries in the
/// order of `EntryPath.precedes` to get what Apple's tool writes: depth first, siblings in byte order.
///
/// Methods throw `ArchiveError`, or what the observer or the sink throws. After a throw the archive is incomplete and
/// the writer is of no more use.
package final class ArchiveWriter {
    package struct Options: Equatable, Sendable {
        package var compression: Compression
        /// Plain bytes of a block, at most 64 MiB; 4 MiB is what Apple's tool takes.
        package var blockSize: Int
        /// The modification time of every entry, in seconds since 1970.
        package var modified: Int64
        /// Bytes of blocks held at a time (one block always is).
        package var memoryLimit: Int
        /// Blocks encoded at a time; nil is the number of cores.
        package var concurrency: Int?

        package init(
            compression: Compression = .lzfse, blockSize: Int = 4 << 20, modified: Int64 = Options.reproducibleTime(),
            memoryLimit: Int = 40 << 20, concurrency: Int? = nil
        ) {
            self.compression = compression
            self.blockSize = blockSize
            self.modified = modified
            self.memoryLimit = memoryLimit
            self.concurrency = concurrency
        }

        /// `SOURCE_DATE_EPOCH` of the environment where it is set to a number, else 1980-01-01.
        package static func reproducibleTime() -> Int64 {
            guard let text = getenv("SOURCE_DATE_EPOCH"), let value = Int64(String(cString: text)) else {
                return 315_532_800
            }
            return value
        }
    }

    /// Where the bytes of the archive go.
    package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    private let options: Options
    private let observer: (any ArchiveWriterObserver)?
    private let sink: Sink
    private let pipeline: BlockPipeline
    private let jobCost: Int
    /// Blocks that are being encoded, in order.
    private var encoding: [PendingBlock] = []
    /// The block that is being filled.
    private var filling: PendingBlock?
    private var registry = PathRegistry()
    private var hasRoot = false
    private var isFinished = false
    private var entryCount = 0
    private var blockCount = 0
    private var plainOffset: UInt64 = 0
    private var archiveOffset: UInt64 = 0
    private var wroteContainerHeader = false

    package init(
        options: Options = Options(), observer: (any ArchiveWriterObserver)? = nil, sink: @escaping Sink
    ) throws(ArchiveError) {
        guard 4096...64 << 20 ~= options.blockSize else {
            throw .misuse("blocks of \(options.blockSize) bytes; they have 4 KiB to 64 MiB")
        }
        self.options = options
        self.observer = observer
        self.sink = sink
        let compression = options.compression
        jobCost =
            (compression == .none ? 1 : 2) * options.blockSize
            + BlockEncoder.workingMemory(compression, plainSize: options.blockSize)
        pipeline = BlockPipeline(memoryLimit: options.memoryLimit, concurrency: options.concurrency) {
            $0.encode(compression)
        }
    }

    /// Writes to an open file, from its current position on. `name` is for messages; the descriptor must stay open.
    package convenience init(
        options: Options = Options(), observer: (any ArchiveWriterObserver)? = nil,
        to descriptor: consuming OwnedDescriptor, name: String
    ) throws(ArchiveError) {
        let file = OutputFile(descriptor: descriptor, name: name)
        try self.init(options: options, observer: observer) { try file.write($0) }
    }

    // MARK: Entries

    /// Adds a folder; missing ones above it come first. Adding one twice is an error, also one that has been added by
    /// itself for what lies in it.
    package func addFolder(_ path: String, mode: UInt16 = 0o755) async throws {
        if path.isEmpty {
            guard !hasRoot else { throw ArchiveError.duplicateEntry(path) }
            try await writeFolder(path, mode: mode)
            hasRoot = true
            return
        }
        try await prepare(path, isFolder: true)
        try await writeFolder(path, mode: mode)
    }

    /// Adds a symbolic link, which must stay beneath the root.
    package func addLink(_ path: String, to target: String) async throws {
        guard EntryPath.linkStays(at: path, target: target) else {
            throw ArchiveError.linkLeavesRoot(path, target: target)
        }
        try await prepare(path, isFolder: false)
        try await writeHeader(EntryHeader(kind: .symbolicLink, path: path, linkTarget: target, mode: 0o755))
        try endEntry()
    }

    /// Adds a file with the `size` bytes that `descriptor` holds from its current position; `sizeMismatch` when it
    /// holds fewer or more, as when it changes while it is read.
    package func addFile(
        _ path: String, from descriptor: borrowing OwnedDescriptor, size: UInt64, mode: UInt16 = 0o644
    ) async throws {
        try await prepare(path, isFolder: false)
        try await writeHeader(EntryHeader(kind: .file, path: path, mode: mode, dataSize: size))
        var offset: UInt64 = 0
        while offset < size {
            let target = try room(at: .data(entry: entryCount, offset: offset))
            let wanted = Int(min(UInt64(target.count), size - offset))
            let count = try Self.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]), path)
            guard count > 0 else { throw ArchiveError.sizeMismatch(path, declared: size, actual: offset) }
            let piece = UnsafeRawBufferPointer(rebasing: target[..<count])
            try observer?.entryData(piece)
            try await filled(count)
            offset += UInt64(count)
        }
        var extra: UInt8 = 0
        let more = try withUnsafeMutableBytes(of: &extra) { buffer throws(ArchiveError) in
            try Self.read(descriptor, buffer, path)
        }
        guard more == 0 else { throw ArchiveError.sizeMismatch(path, declared: size, actual: size &+ 1) }
        try endEntry()
    }

    /// Adds a file of these bytes.
    package func addFile(_ path: String, bytes: [UInt8], mode: UInt16 = 0o644) async throws {
        try await prepare(path, isFolder: false)
        try await writeHeader(EntryHeader(kind: .file, path: path, mode: mode, dataSize: UInt64(bytes.count)))
        var offset = 0
        while offset < bytes.count {
            let target = try room(at: .data(entry: entryCount, offset: UInt64(offset)))
            let count = min(target.count, bytes.count - offset)
            bytes.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
            try observer?.entryData(UnsafeRawBufferPointer(rebasing: target[..<count]))
            try await filled(count)
            offset += count
        }
        try endEntry()
    }

    /// Writes what is left. Without this call the archive is not complete. Returns the archive's size in bytes.
    @discardableResult
    package func finish() async throws -> UInt64 {
        guard !isFinished else { throw ArchiveError.misuse("an archive was finished twice") }
        if !hasRoot { try await addFolder("") }
        isFinished = true
        if let last = filling {
            filling = nil
            if last.job.plainSize > 0 { try await encode(last) }
        }
        while !encoding.isEmpty { try await writeFirst() }
        try writeContainerHeader()
        return archiveOffset
    }

    /// Checks a path and writes the folders that are missing above it.
    private func prepare(_ path: String, isFolder: Bool) async throws {
        guard !isFinished else { throw ArchiveError.misuse("“\(path)” was added to an archive that was finished") }
        try EntryPath.check(path)
        if !hasRoot { try await addFolder("") }
        var missing: [String] = []
        try registry.add(path, isFolder: isFolder) { missing.append($0) }
        for folder in missing {
            registry.confirm(folder)
            try await writeFolder(folder, mode: 0o755)
        }
    }

    private func writeFolder(_ path: String, mode: UInt16) async throws {
        try await writeHeader(EntryHeader(kind: .folder, path: path, mode: mode))
        try endEntry()
    }

    private func writeHeader(_ header: EntryHeader) async throws {
        var header = header
        header.userID = 0
        header.groupID = 0
        header.flags = 0
        header.modified = EntryTime(seconds: options.modified)
        let bytes = try header.encoded()
        try observer?.entryBegan(header, index: entryCount, size: bytes.count)
        var offset = 0
        while offset < bytes.count {
            let target = try room(at: .header(entry: entryCount, offset: offset))
            let count = min(target.count, bytes.count - offset)
            bytes.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
            try await filled(count)
            offset += count
        }
    }

    private func endEntry() throws {
        entryCount += 1
        try observer?.entryEnded()
    }

    private static func read(
        _ descriptor: borrowing OwnedDescriptor, _ target: UnsafeMutableRawBufferPointer, _ path: String
    ) throws(ArchiveError) -> Int {
        let number = descriptor.rawValue
        do throws(SystemError) {
            return try retrying("read", path) { Glibc.read(number, target.baseAddress, target.count) }
        } catch {
            throw .system(error)
        }
    }

    // MARK: Blocks

    /// Where the next plain bytes go; never empty. `position` is what they are.
    private func room(at position: @autoclosure () -> StreamPosition) throws(ArchiveError)
        -> UnsafeMutableRawBufferPointer
    {
        if filling == nil {
            let job = pipeline.makeJob()
            job.plain.reserve(options.blockSize)
            job.plainSize = 0
            filling = PendingBlock(job: job, plainOffset: plainOffset, start: position())
        }
        guard let job = filling?.job else { throw ArchiveError.misuse("no block is open") }
        return UnsafeMutableRawBufferPointer(rebasing: job.plain.bytes(options.blockSize)[job.plainSize...])
    }

    /// Says that `count` bytes have been put where `room` said.
    private func filled(_ count: Int) async throws {
        guard let block = filling else { return }
        block.job.plainSize += count
        plainOffset += UInt64(count)
        guard block.job.plainSize == options.blockSize else { return }
        filling = nil
        try await encode(block)
    }

    private func encode(_ block: PendingBlock) async throws {
        try Task.checkCancellation()
        while !pipeline.hasRoom(jobCost) { try await writeFirst() }
        encoding.append(block)
        pipeline.start(block.job, cost: jobCost)
    }

    /// Waits for the first block that is being encoded and writes it.
    private func writeFirst() async throws {
        guard let job = await pipeline.first(), !encoding.isEmpty else { return }
        let block = encoding.removeFirst()
        try writeContainerHeader()
        let isStored = job.storedSize == job.plainSize
        let stored = isStored ? job.plainBytes : job.storedBytes
        var framing: [UInt8] = []
        if options.compression != .none {
            for value in [UInt64(job.plainSize), UInt64(job.storedSize)] {
                withUnsafeBytes(of: value.bigEndian) { framing.append(contentsOf: $0) }
            }
        }
        let written = WrittenBlock(
            index: blockCount, archiveOffset: archiveOffset, archiveLength: framing.count + stored.count,
            plainOffset: block.plainOffset, plainLength: job.plainSize, start: block.start)
        try framing.withUnsafeBytes { head in
            try observer?.blockFinished(written, framing: head, stored: stored)
            if !head.isEmpty { try sink(head) }
        }
        try sink(stored)
        blockCount += 1
        archiveOffset += UInt64(written.archiveLength)
        pipeline.recycle(job)
    }

    private func writeContainerHeader() throws {
        guard !wroteContainerHeader, let letter = options.compression.magicLetter else { return }
        wroteContainerHeader = true
        var bytes = Array("pbz".utf8) + [letter]
        withUnsafeBytes(of: UInt64(options.blockSize).bigEndian) { bytes.append(contentsOf: $0) }
        try bytes.withUnsafeBytes { try sink($0) }
        archiveOffset += UInt64(bytes.count)
    }
}
