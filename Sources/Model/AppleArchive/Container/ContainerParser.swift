// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads a container from pieces of any size: a state machine with no input or output of its own.
///
/// An archive that has no container (`AA01`, `YAA1`) passes through as `plain` events.
package struct ContainerParser: ~Copyable {
    /// Where to continue a container: at the header of a block.
    package struct Resumption: Equatable, Sendable {
        package var container: ContainerHeader
        /// Index of the next block.
        package var blockIndex: Int
        /// Where its header begins in the archive file.
        package var archiveOffset: UInt64
        /// Where its plain bytes begin in the entry stream.
        package var plainOffset: UInt64

        package init(container: ContainerHeader, blockIndex: Int, archiveOffset: UInt64, plainOffset: UInt64) {
            self.container = container
            self.blockIndex = blockIndex
            self.archiveOffset = archiveOffset
            self.plainOffset = plainOffset
        }
    }

    private enum State {
        /// Collecting the first four bytes.
        case magic
        case containerHeader
        /// Handing the four bytes of magic on, then all that follows.
        case plainMagic
        case plain
        case blockHeader
        case payload(BlockHeader)
        /// In a large block, with so many bytes to come.
        case largePayload(Int)
    }

    private let limits: ArchiveLimits
    private let gatherLimit: Int
    private var state: State
    private var container: ContainerHeader?
    /// Headers and payloads that come in several pieces.
    private var gathered = RawMemory()
    private var gatheredCount = 0
    private var blockIndex: Int
    private var archiveOffset: UInt64
    private var plainOffset: UInt64

    /// Starts at the first byte of an archive.
    ///
    /// Payloads of more than `gatherLimit` bytes, and of blocks that decode to more, come in pieces instead of whole.
    package init(limits: ArchiveLimits = ArchiveLimits(), gatherLimit: Int = 8 << 20) {
        self.limits = limits
        self.gatherLimit = gatherLimit
        state = .magic
        blockIndex = 0
        archiveOffset = 0
        plainOffset = 0
    }

    /// Starts at the header of a block; of an archive without a container, anywhere in its stream.
    package init(resumingAt place: Resumption, limits: ArchiveLimits = ArchiveLimits(), gatherLimit: Int = 8 << 20) {
        self.limits = limits
        self.gatherLimit = gatherLimit
        state = place.container.compression == .none ? .plain : .blockHeader
        container = place.container
        blockIndex = place.blockIndex
        archiveOffset = place.archiveOffset
        plainOffset = place.plainOffset
    }

    /// Where a parser can continue that is made after the bytes so far; nil inside a header or a block.
    package var resumption: Resumption? {
        guard let container, gatheredCount == 0 else { return nil }
        switch state {
        case .blockHeader, .plain:
            return Resumption(
                container: container, blockIndex: blockIndex, archiveOffset: archiveOffset, plainOffset: plainOffset)
        default: return nil
        }
    }

    /// Takes the next bytes and reports what they complete. What `body` throws passes through unchanged; apart from
    /// that `ArchiveError`s are thrown. After a throw the parser is of no more use.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ body: (ContainerEvent) throws -> Void) throws {
        var rest = bytes
        while let event = try next(&rest) { try body(event) }
    }

    /// Takes bytes off the front of `rest` until they complete an event; nil when `rest` is used up.
    ///
    /// The event's memory is valid until the next call on this parser, and as long as the memory of `rest` is.
    package mutating func next(_ rest: inout UnsafeRawBufferPointer) throws(ArchiveError) -> ContainerEvent? {
        while true {
            switch state {
            case .magic:
                guard let magic = gather(&rest, 4) else { return nil }
                try readMagic(magic)
            case .plainMagic:
                state = .plain
                gatheredCount = 0
                return .plain(UnsafeRawBufferPointer(gathered.bytes(4)))
            case .plain:
                guard !rest.isEmpty else { return nil }
                let piece = rest
                rest = UnsafeRawBufferPointer(start: nil, count: 0)
                archiveOffset &+= UInt64(piece.count)
                plainOffset &+= UInt64(piece.count)
                return .plain(piece)
            case .containerHeader:
                guard let bytes = gather(&rest, ContainerHeader.length) else { return nil }
                return .container(try readContainerHeader(bytes))
            case .blockHeader:
                guard let bytes = gather(&rest, BlockHeader.length) else { return nil }
                if let event = try readBlockHeader(bytes) { return event }
            case .payload(let header):
                guard let payload = gather(&rest, header.storedSize) else { return nil }
                gatheredCount = 0
                endBlock(header)
                return .block(header, stored: payload)
            case .largePayload(let left):
                guard !rest.isEmpty else { return nil }
                let count = min(left, rest.count)
                let piece = UnsafeRawBufferPointer(rebasing: rest[..<count])
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                archiveOffset &+= UInt64(count)
                state = count == left ? .blockHeader : .largePayload(left - count)
                return .largeBlockPiece(piece, isLast: count == left)
            }
        }
    }

    /// Says that the input has ended; throws `truncated` when it ended inside a header or a block.
    package mutating func finish() throws(ArchiveError) {
        let offset = archiveOffset &+ UInt64(gatheredCount)
        switch state {
        case .plain: return
        case .blockHeader where gatheredCount == 0: return
        case .blockHeader: throw .truncated(part: .blockHeader, offset: offset)
        case .payload, .largePayload: throw .truncated(part: .blockPayload, offset: offset)
        case .magic where gatheredCount == 0: throw .notAnArchive(found: [])
        case .magic, .plainMagic, .containerHeader: throw .truncated(part: .containerHeader, offset: offset)
        }
    }

    /// `count` bytes in one piece, from `rest` alone if it has them, else gathered; nil while there are fewer.
    ///
    /// Bytes stay in `gathered` until the caller sets `gatheredCount` to 0.
    private mutating func gather(_ rest: inout UnsafeRawBufferPointer, _ count: Int) -> UnsafeRawBufferPointer? {
        if gatheredCount == 0, rest.count >= count, count > ContainerHeader.length {
            let piece = UnsafeRawBufferPointer(rebasing: rest[..<count])
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            return piece
        }
        let taken = min(count - gatheredCount, rest.count)
        if taken > 0 {
            // Room grows with what has come, not with what a header promises.
            let needed = gatheredCount + taken
            if needed > gathered.capacity {
                gathered.grow(to: min(max(count, 64), max(needed, 2 * gathered.capacity)), keeping: gatheredCount)
            }
            (gathered.pointer + gatheredCount).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: rest[..<taken]).baseAddress
                    ?? UnsafeRawPointer(gathered.pointer),
                byteCount: taken)
            gatheredCount = needed
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        }
        guard gatheredCount == count else { return nil }
        return UnsafeRawBufferPointer(gathered.bytes(count))
    }

    private mutating func readMagic(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        if bytes.elementsEqual("AA01".utf8) || bytes.elementsEqual("YAA1".utf8) {
            container = ContainerHeader(compression: .none, blockSize: 0)
            archiveOffset = 4
            plainOffset = 4
            state = .plainMagic
        } else if bytes.starts(with: "pbz".utf8) {
            guard Compression(magicLetter: bytes[3]) != nil else { throw .unsupportedCompression(letter: bytes[3]) }
            state = .containerHeader
        } else if bytes.elementsEqual("AEA1".utf8) {
            throw .encrypted
        } else {
            throw .notAnArchive(found: Array(bytes))
        }
    }

    private mutating func readContainerHeader(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> ContainerHeader {
        guard let compression = Compression(magicLetter: bytes[3]) else {
            throw .unsupportedCompression(letter: bytes[3])
        }
        let header = ContainerHeader(compression: compression, blockSize: Self.big(bytes, 4))
        container = header
        gatheredCount = 0
        archiveOffset = UInt64(ContainerHeader.length)
        state = .blockHeader
        return header
    }

    private mutating func readBlockHeader(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> ContainerEvent? {
        let plain = Self.big(bytes, 0)
        let stored = Self.big(bytes, 8)
        gatheredCount = 0
        guard plain <= limits.blockSize, stored <= limits.blockSize else {
            throw .blockTooLarge(index: blockIndex, size: max(plain, stored), limit: limits.blockSize)
        }
        guard stored <= plain else {
            throw .badBlock(index: blockIndex, reason: "it is stored in more bytes than it stands for")
        }
        guard stored > 0 || plain == 0 else {
            throw .badBlock(index: blockIndex, reason: "nothing is stored for its \(plain) bytes")
        }
        let header = BlockHeader(
            index: blockIndex, archiveOffset: archiveOffset, plainOffset: plainOffset, plainSize: Int(plain),
            storedSize: Int(stored))
        archiveOffset &+= UInt64(BlockHeader.length)
        guard max(header.plainSize, header.storedSize) > gatherLimit else {
            state = .payload(header)
            return nil
        }
        blockIndex += 1
        plainOffset &+= plain
        state = .largePayload(header.storedSize)
        return .largeBlock(header)
    }

    private mutating func endBlock(_ header: BlockHeader) {
        blockIndex += 1
        archiveOffset &+= UInt64(header.storedSize)
        plainOffset &+= UInt64(header.plainSize)
        state = .blockHeader
    }

    private static func big(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

// Its memory belongs to it alone, and it cannot be copied.
extension ContainerParser: @unchecked Sendable {}
