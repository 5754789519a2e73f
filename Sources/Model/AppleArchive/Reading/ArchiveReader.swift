// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Reads an archive with any codec: decodes its blocks on all cores, with bounded memory, and hands the entries over
/// in order.
///
/// Push bytes as they arrive, or let it read a descriptor. Blocks over 8 MiB are decoded through a window.
package final class ArchiveReader {
    package typealias Consumer = (EntryEvent) throws -> Void
    package typealias ContainerObserver = (ContainerEvent) throws -> Void

    private static var readSize: Int { 1 << 20 }

    private let consumer: Consumer
    private let containerObserver: ContainerObserver?
    private let memoryLimit: Int
    private let concurrency: Int?
    private var container: ContainerParser
    private var entries = EntryStreamParser()
    private var compression = Compression.none
    private var pipeline: BlockPipeline?
    private var large: LargeBlockDecoder?

    /// At most `memoryLimit` bytes of blocks are held at a time (one block always is); `concurrency` of them are
    /// decoded at a time, nil for as many as there are cores. The observer sees the container's events, each before
    /// the entries that come out of it, and in order among themselves.
    package init(
        limits: ArchiveLimits = ArchiveLimits(), memoryLimit: Int = 32 << 20, concurrency: Int? = nil,
        containerObserver: ContainerObserver? = nil, consumer: @escaping Consumer
    ) {
        self.consumer = consumer
        self.containerObserver = containerObserver
        self.memoryLimit = memoryLimit
        self.concurrency = concurrency
        container = ContainerParser(limits: limits)
    }

    /// Takes the next bytes of the archive. Events come during this call or a later one, on the caller's executor.
    ///
    /// Throws `ArchiveError`, what the consumer throws, or `CancellationError`. After that the reader is of no more
    /// use.
    package func feed(_ bytes: UnsafeRawBufferPointer) async throws {
        var rest = bytes
        do {
            while let event = try container.next(&rest) {
                try Task.checkCancellation()
                try await take(event)
            }
        } catch {
            await pipeline?.drain()
            throw error
        }
    }

    /// Says that the archive has ended, and hands over all that is still in flight.
    package func finish() async throws {
        do {
            try container.finish()
            try await deliverAll()
            try entries.finish()
        } catch {
            await pipeline?.drain()
            throw error
        }
    }

    /// Reads all of an open file from its current position and finishes. `name` is for messages.
    package func read(from descriptor: borrowing OwnedDescriptor, name: String) async throws {
        let buffer = RawMemory(capacity: Self.readSize)
        let number = descriptor.rawValue
        while true {
            let count: Int
            do throws(SystemError) {
                count = try retrying("read", name) { Glibc.read(number, buffer.pointer, Self.readSize) }
            } catch {
                await pipeline?.drain()
                throw ArchiveError.system(error)
            }
            if count == 0 { break }
            try await feed(UnsafeRawBufferPointer(buffer.bytes(count)))
        }
        try await finish()
    }

    private func take(_ event: ContainerEvent) async throws {
        try containerObserver?(event)
        switch event {
        case .container(let header):
            compression = header.compression
            let compression = compression
            pipeline = BlockPipeline(memoryLimit: memoryLimit, concurrency: concurrency) { $0.decode(compression) }
        case .plain(let bytes):
            try entries.feed(bytes, consumer)
        case .block(let header, let stored):
            try await start(header, stored)
        case .largeBlock(let header):
            try await deliverAll()
            large = LargeBlockDecoder(compression, header: header)
        case .largeBlockPiece(let bytes, let isLast):
            try large?.feed(bytes, isLast: isLast) { try entries.feed($0, consumer) }
            if isLast { large = nil }
        }
    }

    private func start(_ header: BlockHeader, _ stored: UnsafeRawBufferPointer) async throws {
        guard let pipeline, let source = stored.baseAddress, !stored.isEmpty else { return }
        // A stored block needs no decoding, and no copy when nothing is before it.
        if header.isStored, pipeline.isEmpty { return try entries.feed(stored, consumer) }
        let cost =
            header.plainSize + header.storedSize
            + BlockDecoder.workingMemory(compression, plainSize: header.plainSize)
        while !pipeline.hasRoom(cost) { try await deliverFirst() }
        let job = pipeline.makeJob()
        job.stored.reserve(header.storedSize)
        job.stored.pointer.copyMemory(from: source, byteCount: header.storedSize)
        job.storedSize = header.storedSize
        job.plainSize = header.plainSize
        pipeline.start(job, cost: cost)
    }

    private func deliverFirst() async throws {
        guard let pipeline, let job = await pipeline.first() else { return }
        if let failure = job.failure { throw failure }
        try entries.feed(job.plainBytes, consumer)
        pipeline.recycle(job)
    }

    private func deliverAll() async throws {
        while let pipeline, !pipeline.isEmpty { try await deliverFirst() }
    }
}
