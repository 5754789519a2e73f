// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CZlib
internal import SystemPackage
internal import SystemSupport

/// gzip, one member or several, by the system's zlib, which checks each one's CRC and length.
final class GzipDecompressor: StreamDecompressor {
    /// The largest window, and a gzip wrapping.
    private static let windowBits: Int32 = 15 + 16

    private let stream: UnsafeMutablePointer<z_stream>
    private let output = OutputWindow()
    /// Between two members.
    private var isBetween = false
    /// The zeros that pad a file to whole blocks have begun.
    private var isPadding = false

    init() throws(BundleSourceError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = inflateInit2_(stream, Self.windowBits, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else {
            throw .file(SystemError(errno: .noMemory, operation: "start", subject: "zlib"))
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: Consumer) throws {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            if isBetween {
                if isPadding || rest[0] == 0 {
                    isPadding = true
                    guard rest.allSatisfy({ $0 == 0 }) else { throw BundleSourceError.trailingData(.gzip) }
                    return
                }
                guard inflateReset(stream) == Z_OK else {
                    throw BundleSourceError.corrupt(.gzip, reason: "a second member cannot be begun")
                }
                isBetween = false
            }
            let count = min(rest.count, 1 << 30)
            stream.pointee.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(count)
            stream.pointee.next_out = output.start
            stream.pointee.avail_out = UInt32(OutputWindow.size)
            let result = inflate(stream, Z_NO_FLUSH)
            let made = OutputWindow.size - Int(stream.pointee.avail_out)
            let used = count - Int(stream.pointee.avail_in)
            if made > 0 { try consumer(output.bytes(made)) }
            rest = UnsafeRawBufferPointer(rebasing: rest[used...])
            switch result {
            case Z_STREAM_END: isBetween = true
            case Z_OK: break
            // No progress was possible: all of the input is used, and all of the output handed over.
            case Z_BUF_ERROR where used > 0 || made > 0 || rest.isEmpty: break
            default: throw BundleSourceError.corrupt(.gzip, reason: Self.reason(result, stream))
            }
        }
        try drain(consumer)
    }

    /// Hands over what the last input has made but had no room for.
    private func drain(_ consumer: Consumer) throws {
        while !isBetween, stream.pointee.avail_out == 0 {
            stream.pointee.avail_in = 0
            stream.pointee.next_out = output.start
            stream.pointee.avail_out = UInt32(OutputWindow.size)
            let result = inflate(stream, Z_NO_FLUSH)
            let made = OutputWindow.size - Int(stream.pointee.avail_out)
            if made > 0 { try consumer(output.bytes(made)) }
            switch result {
            case Z_STREAM_END: isBetween = true
            case Z_OK, Z_BUF_ERROR: break
            default: throw BundleSourceError.corrupt(.gzip, reason: Self.reason(result, stream))
            }
        }
    }

    func finish(_ consumer: Consumer) throws {
        guard isBetween else { throw BundleSourceError.truncated(.gzip) }
    }

    private static func reason(_ result: Int32, _ stream: UnsafeMutablePointer<z_stream>) -> String {
        stream.pointee.msg.map { String(cString: $0) } ?? "zlib reports error \(result)"
    }
}
