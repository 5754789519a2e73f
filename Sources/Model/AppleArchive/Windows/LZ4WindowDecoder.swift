// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes Apple's LZ4 framing from pieces, into a window that slides. Slower than liblz4, which wants a block whole.
final class LZ4WindowDecoder: WindowCodec {
    private enum State {
        case frame
        case raw(Int)
        /// Before the token of a sequence.
        case token
        /// Copying literals; then a match of at least this length follows, unless the frame ends.
        case literals(Int, match: Int)
        case offset(match: Int)
        case match(Int, distance: Int)
    }

    private var state = State.frame
    /// Bytes of the current frame to come and to make.
    private var stored = 0
    private var plain = 0

    init() {}

    func step(
        _ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) -> WindowProgress {
        while true {
            switch state {
            case .frame:
                if let progress = try begin(&rest) { return progress }
            case .raw(let left):
                guard left > 0 else {
                    state = .frame
                    continue
                }
                let count = min(left, rest.count, window.end - window.position)
                guard count > 0 else { return rest.isEmpty ? .needsInput : .needsRoom }
                copy(&rest, &window, count)
                state = .raw(left - count)
            case .token:
                guard try readToken(&rest) else { return .needsInput }
            case .literals(0, let match):
                guard stored > 0 else {
                    guard plain == 0 else { throw Self.wrong("a block does not make the bytes it says") }
                    state = .frame
                    continue
                }
                state = .offset(match: match)
            case .literals(let left, let match):
                let count = min(left, rest.count, window.end - window.position)
                guard count > 0 else { return rest.isEmpty ? .needsInput : .needsRoom }
                copy(&rest, &window, count)
                stored -= count
                plain -= count
                state = .literals(left - count, match: match)
            case .offset(let match):
                guard try readOffset(match, &rest, window) else { return .needsInput }
            case .match(0, _):
                state = .token
            case .match(let left, let distance):
                let count = min(left, window.end - window.position)
                guard count > 0 else { return .needsRoom }
                Bytes.repeatExactly(window.position, distance, count)
                window.position += count
                plain -= count
                state = .match(left - count, distance: distance)
            }
        }
    }

    private static func wrong(_ reason: String) -> ArchiveError { .corruptPayload(.lz4, reason: reason) }

    private func copy(_ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, _ count: Int) {
        guard let source = rest.baseAddress else { return }
        window.position.copyMemory(from: source, byteCount: count)
        window.position += count
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }

    private func begin(_ rest: inout UnsafeRawBufferPointer) throws(ArchiveError) -> WindowProgress? {
        guard rest.count >= 4, let base = rest.baseAddress else { return .needsInput }
        let magic = Bytes.load32(base)
        if magic == LZ4Codec.end { return .ended }
        guard magic == LZ4Codec.compressed || magic == LZ4Codec.raw else {
            throw Self.wrong("a block of unknown kind")
        }
        let header = magic == LZ4Codec.raw ? 8 : 12
        guard rest.count >= header else { return .needsInput }
        plain = Int(Bytes.load32(base + 4))
        if magic == LZ4Codec.raw {
            state = .raw(plain)
        } else {
            stored = Int(Bytes.load32(base + 8))
            state = .token
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[header...])
        return nil
    }

    /// Reads a token and the length of its literals; false when they are not wholly there.
    private func readToken(_ rest: inout UnsafeRawBufferPointer) throws(ArchiveError) -> Bool {
        guard stored > 0 else { throw Self.wrong("a block ends with a match") }
        guard let token = rest.first else { return false }
        var used = 1
        guard let literals = try length(Int(token >> 4), rest, &used) else { return false }
        guard literals <= stored - used, literals <= plain else {
            throw Self.wrong("a block is longer than its place")
        }
        take(&rest, used)
        state = .literals(literals, match: Int(token & 15))
        return true
    }

    /// Reads the distance and the length of a match; false when they are not wholly there.
    private func readOffset(
        _ match: Int, _ rest: inout UnsafeRawBufferPointer, _ window: DecodeWindow
    ) throws(ArchiveError) -> Bool {
        guard stored >= 2 else { throw Self.wrong("a block is cut off") }
        guard rest.count >= 2, let base = rest.baseAddress else { return false }
        let distance = Int(Bytes.load16(base))
        var used = 2
        guard let length = try length(match, rest, &used) else { return false }
        guard distance > 0, distance <= window.position - window.start, length + 4 <= plain else {
            throw Self.wrong("a match reaches outside the data")
        }
        take(&rest, used)
        state = .match(length + 4, distance: distance)
        return true
    }

    /// A length that begins with `nibble` and may go on at `used`; nil when it is not wholly there.
    private func length(
        _ nibble: Int, _ rest: UnsafeRawBufferPointer, _ used: inout Int
    ) throws(ArchiveError) -> Int? {
        guard nibble == 15 else { return nibble }
        var value = 15
        while true {
            guard used < stored else { throw Self.wrong("a block is cut off") }
            guard used < rest.count else { return nil }
            let byte = rest[used]
            used += 1
            value += Int(byte)
            if byte < 255 { return value }
        }
    }

    private func take(_ rest: inout UnsafeRawBufferPointer, _ count: Int) {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        stored -= count
    }
}
