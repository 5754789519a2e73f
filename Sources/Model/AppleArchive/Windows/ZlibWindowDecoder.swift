// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Decodes a zlib stream that comes in pieces; zlib keeps its own history.
final class ZlibWindowDecoder: WindowCodec {
    private let codec = ZlibCodec()
    private var stream: UnsafeMutablePointer<z_stream>?

    init() {}

    func step(
        _ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) -> WindowProgress {
        let stream = try ready()
        guard window.position < window.end else { return .needsRoom }
        // Called without input too: some may have been taken in that stands for bytes still to come.
        let data = rest.baseAddress
        let room = UInt32(clamping: window.end - window.position)
        let available = UInt32(clamping: rest.count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: data?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = available
        stream.pointee.next_out = window.position.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = room
        let result = inflate(stream, Z_NO_FLUSH)
        rest = UnsafeRawBufferPointer(rebasing: rest[Int(available - stream.pointee.avail_in)...])
        window.position += Int(room - stream.pointee.avail_out)
        switch result {
        case Z_STREAM_END: return .ended
        case Z_OK, Z_BUF_ERROR: return stream.pointee.avail_out == 0 ? .needsRoom : .needsInput
        default: throw .corruptPayload(.zlib, reason: ZlibCodec.reason(result))
        }
    }

    /// The stream; at its start in the first call.
    private func ready() throws(ArchiveError) -> UnsafeMutablePointer<z_stream> {
        if let stream { return stream }
        let started = try codec.readyInflater()
        stream = started
        return started
    }
}
