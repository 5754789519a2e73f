// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes a whole LZFSE stream that lies in memory.
final class LZFSEDecoder {
    private let blocks = LZFSEBlockDecoder()

    /// Decodes `source` into `target`, which it must fill exactly.
    func decode(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        guard let start = target.baseAddress else {
            throw .corruptPayload(.lzfse, reason: "a payload stands for no bytes")
        }
        var window = DecodeWindow(start: start, position: start, end: start + target.count)
        var rest = source
        while true {
            guard rest.count >= 4, let base = rest.baseAddress else {
                throw .corruptPayload(.lzfse, reason: "the end mark is missing")
            }
            switch Bytes.load32(base) {
            case LZFSE.endOfStream:
                guard window.position == window.end else {
                    throw .corruptPayload(.lzfse, reason: "it makes fewer bytes than the block says")
                }
                return
            case LZFSE.raw:
                guard rest.count >= 8 else { throw .corruptPayload(.lzfse, reason: "a raw block is cut off") }
                let count = Int(Bytes.load32(base + 4))
                guard count <= rest.count - 8, count <= window.end - window.position else {
                    throw .corruptPayload(.lzfse, reason: "a raw block is longer than its place")
                }
                window.position.copyMemory(from: base + 8, byteCount: count)
                window.position += count
                rest = UnsafeRawBufferPointer(rebasing: rest[(8 + count)...])
            case LZFSE.lzvn:
                rest = try decodeLZVN(rest, base, &window)
            case LZFSE.plainTables, LZFSE.packedTables:
                try blocks.begin(rest)
                guard case .done = try blocks.continueMatches(base, &window) else {
                    throw .corruptPayload(.lzfse, reason: "it makes more bytes than the block says")
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[blocks.blockSize...])
            default:
                throw .corruptPayload(.lzfse, reason: "a block of unknown kind")
            }
        }
    }

    private func decodeLZVN(
        _ rest: UnsafeRawBufferPointer, _ base: UnsafeRawPointer, _ window: inout DecodeWindow
    ) throws(ArchiveError) -> UnsafeRawBufferPointer {
        guard rest.count >= 12 else { throw .corruptPayload(.lzfse, reason: "an LZVN block is cut off") }
        let plain = Int(Bytes.load32(base + 4))
        let stored = Int(Bytes.load32(base + 8))
        guard stored <= rest.count - 12, plain <= window.end - window.position else {
            throw .corruptPayload(.lzfse, reason: "an LZVN block is longer than its place")
        }
        var decoder = LZVNDecoder()
        var payload = UnsafeRawBufferPointer(start: base + 12, count: stored)
        var inner = DecodeWindow(start: window.start, position: window.position, end: window.position + plain)
        try decoder.decode(&payload, &inner, isLast: true)
        guard decoder.isAtEnd, inner.position == inner.end else {
            throw .corruptPayload(.lzfse, reason: "an LZVN block does not make the bytes it says")
        }
        window.position = inner.position
        return UnsafeRawBufferPointer(rebasing: rest[(12 + stored)...])
    }
}
