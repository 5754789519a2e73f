// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CLZMA

/// LZMA2 in an .xz stream without a check of its own, by the system's liblzma, which keeps its memory from stream to
/// stream.
final class XZCodec {
    private static var filterLZMA2: UInt64 { 0x21 }
    private static var endOfFilters: UInt64 { .max }
    private static var preset: UInt32 { 6 }
    /// An encoder takes some twelve times its dictionary: 3 MiB keeps a whole writer below 64 MiB.
    static var dictionarySize: Int { 3 << 20 }
    /// A decoder that needs more is refused. The largest dictionary of xz's own presets is 64 MiB.
    private static var memoryLimit: UInt64 { 80 << 20 }

    private let stream: UnsafeMutablePointer<lzma_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: lzma_stream())
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
    }

    /// Encodes `source`; nil when the result would not be smaller or has no room.
    ///
    /// The dictionary is no larger than the block: more would only cost memory, for a reader too.
    func encode(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        guard source.count > 1, let data = source.baseAddress, let base = target.baseAddress else { return nil }
        var options = lzma_options_lzma()
        guard lzma_lzma_preset(&options, Self.preset) == 0 else { return nil }
        options.dict_size = UInt32(min(Self.dictionarySize, max(4096, source.count)))
        let started = withUnsafeMutablePointer(to: &options) { pointer -> Bool in
            let filters = [
                lzma_filter(id: Self.filterLZMA2, options: UnsafeMutableRawPointer(pointer)),
                lzma_filter(id: Self.endOfFilters, options: nil),
            ]
            return lzma_stream_encoder(stream, filters, LZMA_CHECK_NONE) == LZMA_OK
        }
        guard started else { return nil }
        stream.pointee.next_in = data.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = source.count
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = min(target.count, source.count - 1)
        guard lzma_code(stream, LZMA_FINISH) == LZMA_STREAM_END else { return nil }
        return Int(stream.pointee.total_out)
    }

    /// Decodes `source` into `target`, which it must fill exactly.
    func decode(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(ArchiveError) {
        guard let data = source.baseAddress, let base = target.baseAddress else {
            throw .corruptPayload(.lzma, reason: "a payload stands for no bytes")
        }
        let stream = try readyDecoder()
        stream.pointee.next_in = data.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = source.count
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = target.count
        let result = lzma_code(stream, LZMA_FINISH)
        guard result == LZMA_STREAM_END, stream.pointee.avail_out == 0 else {
            throw .corruptPayload(.lzma, reason: Self.reason(result))
        }
    }

    /// The stream, ready to decode from its start.
    func readyDecoder() throws(ArchiveError) -> UnsafeMutablePointer<lzma_stream> {
        guard lzma_stream_decoder(stream, Self.memoryLimit, 0) == LZMA_OK else {
            throw .system(.outOfMemory("start liblzma"))
        }
        return stream
    }

    /// Why liblzma did not reach the end of a stream, or made too few bytes.
    static func reason(_ result: lzma_ret) -> String {
        switch result {
        case LZMA_STREAM_END: "it makes fewer bytes than the block says"
        case LZMA_OK, LZMA_BUF_ERROR: "it is cut off, or makes more bytes than the block says"
        case LZMA_MEMLIMIT_ERROR: "it needs a dictionary of more than 64 MiB"
        default: "liblzma reports error \(result.rawValue)"
        }
    }
}
