// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CLZMA
internal import SystemPackage
internal import SystemSupport

/// xz, one stream or several, by the system's liblzma, which checks each block by what it carries (CRC32, CRC64 or
/// SHA-256).
final class XZDecompressor: StreamDecompressor {
    /// Enough for every preset of xz (`-9` takes 65 MiB); what needs more is refused.
    static let memoryLimit = 80 << 20
    /// LZMA_TELL_UNSUPPORTED_CHECK and LZMA_CONCATENATED, which are macros.
    private static let flags: UInt32 = 0x02 | 0x08

    private let stream: UnsafeMutablePointer<lzma_stream>
    private let output = OutputWindow()

    init() throws(BundleSourceError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: lzma_stream())
        guard lzma_stream_decoder(stream, UInt64(Self.memoryLimit), Self.flags) == LZMA_OK else {
            throw .file(SystemError(errno: .noMemory, operation: "start", subject: "liblzma"))
        }
    }

    deinit {
        lzma_end(stream)
        stream.deallocate()
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: Consumer) throws {
        stream.pointee.next_in = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = bytes.count
        while try step(LZMA_RUN, consumer), stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 {}
    }

    func finish(_ consumer: Consumer) throws {
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
        while try step(LZMA_FINISH, consumer) {}
    }

    /// Decodes into the window once; false when the stream has ended.
    private func step(_ action: lzma_action, _ consumer: Consumer) throws -> Bool {
        stream.pointee.next_out = output.start
        stream.pointee.avail_out = OutputWindow.size
        let result = lzma_code(stream, action)
        let made = OutputWindow.size - stream.pointee.avail_out
        if made > 0 { try consumer(output.bytes(made)) }
        switch result {
        case LZMA_OK: return true
        case LZMA_STREAM_END: return false
        case LZMA_BUF_ERROR:
            if action == LZMA_RUN { return false }
            throw BundleSourceError.truncated(.xz)
        case LZMA_MEMLIMIT_ERROR: throw BundleSourceError.windowTooLarge(.xz, limit: Self.memoryLimit)
        case LZMA_UNSUPPORTED_CHECK: throw BundleSourceError.corrupt(.xz, reason: "its check is of an unknown kind")
        case LZMA_DATA_ERROR: throw BundleSourceError.corrupt(.xz, reason: "a check does not match")
        default: throw BundleSourceError.corrupt(.xz, reason: "liblzma reports error \(result.rawValue)")
        }
    }
}
