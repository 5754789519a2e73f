// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CZlib

/// Deflate in a zlib wrapping, by the system's zlib. A stream of each direction is made when it is first needed and
/// then used again.
final class ZlibCodec {
    private static var level: Int32 { 6 }

    private var deflater: UnsafeMutablePointer<z_stream>?
    private var inflater: UnsafeMutablePointer<z_stream>?

    init() {}

    deinit {
        if let deflater {
            deflateEnd(deflater)
            deflater.deallocate()
        }
        if let inflater {
            inflateEnd(inflater)
            inflater.deallocate()
        }
    }

    /// Encodes `source`; nil when the result would not be smaller or has no room.
    func encode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard let stream = readyDeflater(), source.count > 1, let limit = UInt32(exactly: source.count),
            let data = source.baseAddress, let base = target.baseAddress
        else { return nil }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: data.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = limit
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(min(target.count, source.count - 1))
        guard deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return Int(stream.pointee.total_out)
    }

    /// Decodes `source` into `target`, which it must fill exactly.
    func decode(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        let stream = try readyInflater()
        guard let data = source.baseAddress, let base = target.baseAddress,
            let available = UInt32(exactly: source.count), let room = UInt32(exactly: target.count)
        else { throw .corruptPayload(.zlib, reason: "a payload stands for no bytes or too many") }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: data.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = available
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = room
        let result = inflate(stream, Z_FINISH)
        guard result == Z_STREAM_END, stream.pointee.avail_out == 0 else {
            throw .corruptPayload(.zlib, reason: Self.reason(result))
        }
    }

    /// The inflater, at the start of a stream.
    func readyInflater() throws(ArchiveError) -> UnsafeMutablePointer<z_stream> {
        if let inflater, inflateReset(inflater) == Z_OK { return inflater }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit_(stream, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            throw .system(.outOfMemory("start zlib"))
        }
        inflater = stream
        return stream
    }

    /// Why zlib did not reach the end of a stream, or made too few bytes.
    static func reason(_ result: Int32) -> String {
        switch result {
        case Z_STREAM_END: "it makes fewer bytes than the block says"
        case Z_BUF_ERROR, Z_OK: "it is cut off, or makes more bytes than the block says"
        case Z_NEED_DICT: "it needs a dictionary"
        default: "zlib reports error \(result)"
        }
    }

    private func readyDeflater() -> UnsafeMutablePointer<z_stream>? {
        if let deflater, deflateReset(deflater) == Z_OK { return deflater }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = deflateInit_(stream, Self.level, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else {
            stream.deallocate()
            return nil
        }
        deflater = stream
        return stream
    }
}
