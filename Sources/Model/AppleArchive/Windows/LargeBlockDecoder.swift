// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes a block that is too large to hold, through a window of 1.25 MiB.
///
/// The block's bytes come in pieces and leave in pieces; nothing checks them before they leave but the codec itself.
package final class LargeBlockDecoder {
    /// How far back any codec that keeps no history of its own may reach: LZFSE's largest distance.
    private static var history: Int { 262_144 }
    private static var windowSize: Int { history + 1 << 20 }

    private let compression: Compression
    private let header: BlockHeader
    /// nil: the block is stored as it is.
    private let codec: (any WindowCodec)?
    private let memory: RawMemory
    private var window: DecodeWindow
    /// Up to here the window has been handed over.
    private var delivered: UnsafeMutableRawPointer
    private var input = RawMemory()
    private var inputCount = 0
    private var produced = 0
    private var hasEnded = false

    package init(_ compression: Compression, header: BlockHeader) {
        self.compression = compression
        self.header = header
        codec = header.isStored ? nil : Self.makeCodec(compression)
        memory = RawMemory(capacity: codec == nil ? 0 : Self.windowSize)
        window = DecodeWindow(start: memory.pointer, position: memory.pointer, end: memory.pointer + memory.capacity)
        delivered = memory.pointer
    }

    private static func makeCodec(_ compression: Compression) -> (any WindowCodec)? {
        switch compression {
        case .none: nil
        case .lzfse: LZFSEWindowDecoder()
        case .lz4: LZ4WindowDecoder()
        case .zlib: ZlibWindowDecoder()
        case .lzma: XZWindowDecoder()
        }
    }

    /// Takes the next piece of the stored payload and hands over what it makes. What `body` throws passes through
    /// unchanged; apart from that `ArchiveError`s are thrown. `isLast` ends the block, which must be complete then.
    package func feed(
        _ piece: UnsafeRawBufferPointer, isLast: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard let codec else {
            produced += piece.count
            if !piece.isEmpty { try body(piece) }
            return try checkEnd(isLast)
        }
        guard !hasEnded else { return }
        append(piece)
        var rest = UnsafeRawBufferPointer(input.bytes(inputCount))
        loop: while true {
            switch try codec.step(&rest, &window, isLast: isLast) {
            case .needsRoom: try deliver(body)
            case .needsInput:
                if isLast { throw ArchiveError.corruptPayload(compression, reason: "it is cut off") }
                break loop
            case .ended:
                hasEnded = true
                break loop
            }
        }
        try deliver(body)
        // What was not used goes to the front, for the next piece.
        if let source = rest.baseAddress, !rest.isEmpty {
            input.pointer.copyMemory(from: source, byteCount: rest.count)
        }
        inputCount = rest.count
        try checkEnd(isLast)
    }

    private func checkEnd(_ isLast: Bool) throws(ArchiveError) {
        guard produced <= header.plainSize else {
            throw .corruptPayload(compression, reason: "it makes more bytes than the block says")
        }
        guard !isLast || produced == header.plainSize else {
            throw .corruptPayload(compression, reason: "it makes fewer bytes than the block says")
        }
    }

    private func append(_ piece: UnsafeRawBufferPointer) {
        guard let source = piece.baseAddress else { return }
        input.grow(to: inputCount + piece.count, keeping: inputCount)
        (input.pointer + inputCount).copyMemory(from: source, byteCount: piece.count)
        inputCount += piece.count
    }

    /// Hands over what is new in the window, and makes room when little is left.
    private func deliver(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let count = window.position - delivered
        produced += count
        try checkEnd(false)
        if count > 0 { try body(UnsafeRawBufferPointer(start: delivered, count: count)) }
        let kept = min(window.position - window.start, Self.history)
        if window.end - window.position < 1 << 19 {
            memory.pointer.copyMemory(from: window.position - kept, byteCount: kept)
            window.position = memory.pointer + kept
        }
        delivered = window.position
    }
}
