// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CLZMA

/// Decodes an .xz stream that comes in pieces; liblzma keeps its own history, the stream's dictionary.
final class XZWindowDecoder: WindowCodec {
    private let codec = XZCodec()
    private var stream: UnsafeMutablePointer<lzma_stream>?

    init() {}

    func step(
        _ rest: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) -> WindowProgress {
        let stream = try ready()
        guard window.position < window.end else { return .needsRoom }
        // Called without input too: some may have been taken in that stands for bytes still to come.
        let data = rest.baseAddress
        let room = window.end - window.position
        stream.pointee.next_in = data?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = rest.count
        stream.pointee.next_out = window.position.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = room
        let result = lzma_code(stream, LZMA_RUN)
        rest = UnsafeRawBufferPointer(rebasing: rest[(rest.count - stream.pointee.avail_in)...])
        window.position += room - stream.pointee.avail_out
        switch result {
        case LZMA_STREAM_END: return .ended
        case LZMA_OK, LZMA_BUF_ERROR: return stream.pointee.avail_out == 0 ? .needsRoom : .needsInput
        default: throw .corruptPayload(.lzma, reason: XZCodec.reason(result))
        }
    }

    /// The stream; at its start in the first call.
    private func ready() throws(ArchiveError) -> UnsafeMutablePointer<lzma_stream> {
        if let stream { return stream }
        let started = try codec.readyDecoder()
        stream = started
        return started
    }
}
