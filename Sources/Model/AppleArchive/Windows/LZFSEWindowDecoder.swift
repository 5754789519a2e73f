// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes an LZFSE stream that comes in pieces, into a window that slides.
final class LZFSEWindowDecoder: WindowCodec {
    private enum State {
        case blockStart
        /// In a raw block, with so many bytes to come.
        case raw(Int)
        /// In an LZVN block, with so many stored and plain bytes to come.
        case lzvn(LZVNDecoder, stored: Int, plain: Int)
        /// In a `bvx1` or `bvx2` block, which still lies whole at the front of the input.
        case matches
    }

    private let blocks = LZFSEBlockDecoder()
    private var state = State.blockStart

    init() {}

    func step(
        _ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) -> WindowProgress {
        while true {
            switch state {
            case .blockStart:
                if let progress = try begin(&rest) { return progress }
            case .raw(0):
                state = .blockStart
            case .raw(let left):
                let count = min(left, rest.count, window.end - window.position)
                guard count > 0, let source = rest.baseAddress else { return rest.isEmpty ? .needsInput : .needsRoom }
                window.position.copyMemory(from: source, byteCount: count)
                window.position += count
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                state = .raw(left - count)
            case .lzvn(let decoder, let stored, let plain):
                if let progress = try stepLZVN(decoder, stored, plain, &rest, &window) { return progress }
            case .matches:
                guard let base = rest.baseAddress, rest.count >= blocks.blockSize else { return .needsInput }
                guard case .done = try blocks.continueMatches(base, &window) else { return .needsRoom }
                rest = UnsafeRawBufferPointer(rebasing: rest[blocks.blockSize...])
                state = .blockStart
            }
        }
    }

    private func begin(_ rest: inout UnsafeRawBufferPointer) throws(ArchiveError) -> WindowProgress? {
        guard rest.count >= 4, let base = rest.baseAddress else { return .needsInput }
        switch Bytes.load32(base) {
        case LZFSE.endOfStream: return .ended
        case LZFSE.raw:
            guard rest.count >= 8 else { return .needsInput }
            state = .raw(Int(Bytes.load32(base + 4)))
            rest = UnsafeRawBufferPointer(rebasing: rest[8...])
        case LZFSE.lzvn:
            guard rest.count >= 12 else { return .needsInput }
            state = .lzvn(
                LZVNDecoder(), stored: Int(Bytes.load32(base + 8)), plain: Int(Bytes.load32(base + 4)))
            rest = UnsafeRawBufferPointer(rebasing: rest[12...])
        default:
            guard LZFSEBlockHeader.neededBytes(rest) != nil else {
                throw .corruptPayload(.lzfse, reason: "a block of unknown kind")
            }
            guard let size = try blocks.size(rest), rest.count >= size else { return .needsInput }
            try blocks.begin(rest)
            state = .matches
        }
        return nil
    }

    private func stepLZVN(
        _ decoder: LZVNDecoder, _ stored: Int, _ plain: Int, _ rest: inout UnsafeRawBufferPointer,
        _ window: inout DecodeWindow
    ) throws(ArchiveError) -> WindowProgress? {
        var decoder = decoder
        let isAll = rest.count >= stored
        var payload = UnsafeRawBufferPointer(rebasing: rest[..<min(stored, rest.count)])
        let available = payload.count
        let room = window.end - window.position
        var inner = DecodeWindow(
            start: window.start, position: window.position, end: window.position + min(plain, room))
        try decoder.decode(&payload, &inner, isLast: isAll)
        let used = available - payload.count
        let made = inner.position - window.position
        window.position = inner.position
        rest = UnsafeRawBufferPointer(rebasing: rest[used...])
        if decoder.isAtEnd {
            guard made == plain, used == stored else {
                throw .corruptPayload(.lzfse, reason: "an LZVN block does not make the bytes it says")
            }
            state = .blockStart
            return nil
        }
        state = .lzvn(decoder, stored: stored - used, plain: plain - made)
        if !isAll, used == 0 || rest.count < 16 { return .needsInput }
        // It stopped with input left, for want of room; no step needs more than 542 bytes of it.
        guard used < stored, used > 0 || (room < plain && room < 1024) else {
            throw .corruptPayload(.lzfse, reason: "an LZVN block does not make the bytes it says")
        }
        return .needsRoom
    }
}
