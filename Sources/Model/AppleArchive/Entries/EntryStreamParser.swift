// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the plain entry stream from pieces of any size: a state machine with no input or output of its own.
package struct EntryStreamParser: Sendable {
    /// Magic and header size, before the fields of an entry.
    static let prefixLength = 6

    private enum State {
        /// Collecting a header.
        case header
        /// In the blob with this index.
        case blob(Int)
    }

    private var state = State.header
    /// The current header as far as it has come; kept while its blobs pass.
    private var headerBytes: [UInt8] = []
    /// The size that the header's prefix tells; 0 before that.
    private var headerSize = 0
    private var header: EntryHeader?
    private var entryIndex: Int
    private var streamOffset: UInt64
    private var bodyOffset: UInt64 = 0
    private var blobOffset: UInt64 = 0

    /// Starts at the first byte of a stream.
    package init() {
        self.init(atEntry: 0)
    }

    /// Continues at an entry boundary, before the entry with this index.
    package init(atEntry index: Int) {
        entryIndex = index
        streamOffset = 0
    }

    /// Continues where a parser stood that gave this checkpoint.
    ///
    /// No `header` event comes for an entry whose header is complete in it.
    package init(resumingAt checkpoint: EntryStreamCheckpoint) throws(ArchiveError) {
        entryIndex = checkpoint.entryIndex
        streamOffset = checkpoint.streamOffset
        headerBytes = checkpoint.headerBytes
        guard !headerBytes.isEmpty else { return }
        try checkPrefix()
        guard headerSize > 0, headerBytes.count >= headerSize else {
            guard checkpoint.bodyOffset == 0 else {
                throw .misuse("a checkpoint is past a header that it does not have")
            }
            return
        }
        guard headerBytes.count == headerSize else { throw .misuse("a checkpoint has too long a header") }
        let header = try EntryHeader(decoding: headerBytes, entry: entryIndex)
        self.header = header
        bodyOffset = checkpoint.bodyOffset
        var rest = bodyOffset
        for (index, blob) in header.blobs.enumerated() {
            if rest < blob.size {
                state = .blob(index)
                blobOffset = rest
                return
            }
            rest -= blob.size
        }
        throw .misuse("a checkpoint is past the end of its entry")
    }

    /// Continues `dataOffset` bytes into the data of the entry `header`; no `header` event comes for it.
    ///
    /// At the end of the data of an entry that has nothing after it, use `init(atEntry:)`.
    package init(resumingIn header: EntryHeader, index: Int, dataOffset: UInt64) throws(ArchiveError) {
        guard let size = header.dataSize, dataOffset <= size else {
            throw .misuse("“\(header.path)” has no data at \(dataOffset)")
        }
        let before = header.blobs.prefix { $0.key != "DAT" }.reduce(0) { $0 &+ $1.size }
        try self.init(
            resumingAt: EntryStreamCheckpoint(
                entryIndex: index, headerBytes: try header.encoded(), bodyOffset: before &+ dataOffset,
                streamOffset: 0))
    }

    /// What to store in order to continue here in another process.
    package var checkpoint: EntryStreamCheckpoint {
        EntryStreamCheckpoint(
            entryIndex: entryIndex, headerBytes: headerBytes, bodyOffset: bodyOffset, streamOffset: streamOffset)
    }

    /// Where the stream stands. In a blob that is not DAT this is the offset into header and blobs together.
    package var position: StreamPosition {
        switch state {
        case .header: .header(entry: entryIndex, offset: headerBytes.count)
        case .blob(let index):
            if header?.blobs[index].key == "DAT" {
                .data(entry: entryIndex, offset: blobOffset)
            } else {
                .header(entry: entryIndex, offset: Int(clamping: bodyOffset &+ UInt64(headerBytes.count)))
            }
        }
    }

    /// Takes the next bytes and reports what they hold. What `body` throws passes through unchanged; apart from that
    /// `ArchiveError`s are thrown. After a throw the parser is of no more use.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ body: (EntryEvent) throws -> Void) throws {
        var rest = bytes
        while !rest.isEmpty {
            switch state {
            case .header:
                try takeHeader(&rest, body)
            case .blob(let index):
                try takeBlob(index, &rest, body)
            }
        }
    }

    /// Says that the stream has ended; throws `truncated` when it ended inside an entry.
    package mutating func finish() throws(ArchiveError) {
        switch state {
        case .header where headerBytes.isEmpty: return
        case .header: throw .truncated(part: .entryHeader, offset: streamOffset)
        case .blob: throw .truncated(part: .entryData, offset: streamOffset)
        }
    }

    private mutating func advance(_ rest: inout UnsafeRawBufferPointer, _ count: Int) {
        streamOffset &+= UInt64(count)
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }

    private mutating func takeHeader(
        _ rest: inout UnsafeRawBufferPointer, _ body: (EntryEvent) throws -> Void
    ) throws {
        let wanted = headerSize == 0 ? Self.prefixLength : headerSize
        let count = min(wanted - headerBytes.count, rest.count)
        headerBytes.append(contentsOf: rest[..<count])
        advance(&rest, count)
        if headerSize == 0 {
            try checkPrefix()
            guard headerSize > 0 else { return }
        }
        guard headerBytes.count == headerSize else { return }
        let header = try EntryHeader(decoding: headerBytes, entry: entryIndex)
        self.header = header
        bodyOffset = 0
        try body(.header(header, index: entryIndex, size: headerSize))
        try enterBlob(0, body)
    }

    /// Checks magic and size as soon as they are there.
    private mutating func checkPrefix() throws(ArchiveError) {
        let magic = headerBytes.prefix(4)
        guard "AA01".utf8.starts(with: magic) || "YAA1".utf8.starts(with: magic) else {
            guard entryIndex == 0, streamOffset <= UInt64(headerBytes.count) else {
                throw .badHeader(entry: entryIndex, reason: "it does not begin with AA01")
            }
            if "AEA1".utf8.starts(with: magic) { throw .encrypted }
            throw .notAnArchive(found: Array(magic))
        }
        guard headerBytes.count >= Self.prefixLength else { return }
        let size = Int(headerBytes[4]) | Int(headerBytes[5]) << 8
        guard size > Self.prefixLength else { throw .badHeader(entry: entryIndex, reason: "it says it has no fields") }
        headerSize = size
    }

    /// Goes to the first blob from `first` on that has bytes, or ends the entry.
    private mutating func enterBlob(_ first: Int, _ body: (EntryEvent) throws -> Void) throws {
        guard let blobs = header?.blobs else { return }
        var index = first
        while index < blobs.count, blobs[index].size == 0 { index += 1 }
        if index < blobs.count {
            state = .blob(index)
            blobOffset = 0
            return
        }
        state = .header
        header = nil
        headerSize = 0
        headerBytes.removeAll(keepingCapacity: true)
        bodyOffset = 0
        entryIndex &+= 1
        try body(.end)
    }

    private mutating func takeBlob(
        _ index: Int, _ rest: inout UnsafeRawBufferPointer, _ body: (EntryEvent) throws -> Void
    ) throws {
        guard let blob = header?.blobs[index] else { return }
        let left = blob.size - blobOffset
        let count = Int(min(left, UInt64(rest.count)))
        let piece = UnsafeRawBufferPointer(rebasing: rest[..<count])
        let offset = blobOffset
        blobOffset += UInt64(count)
        bodyOffset += UInt64(count)
        advance(&rest, count)
        if blob.key == "DAT" { try body(.data(piece, offset: offset)) }
        if blobOffset == blob.size { try enterBlob(index + 1, body) }
    }
}
