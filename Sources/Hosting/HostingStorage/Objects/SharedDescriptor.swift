// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import NIOCore
internal import SystemPackage
internal import SystemSupport

/// An open file that several tasks read or write at places of their own.
final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String

    init(_ descriptor: consuming OwnedDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    func write(_ buffer: ByteBuffer, at place: Int64) throws(SystemError) {
        let result = buffer.withUnsafeReadableBytes { bytes -> Result<Void, SystemError> in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor.rawValue, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                    off_t(place) + off_t(done))
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return .failure(error("write")) }
                done += count
            }
            return .success(())
        }
        try result.get()
    }

    /// - Returns: exactly `count` bytes.
    func read(at place: Int64, count: Int) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        while buffer.readableBytes < count {
            let rest = count - buffer.readableBytes
            let begin = off_t(place) + off_t(buffer.readableBytes)
            var number = 0
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: rest) { bytes in
                number = pread(descriptor.rawValue, bytes.baseAddress, rest, begin)
                return max(number, 0)
            }
            if number < 0, errno == EINTR { continue }
            if number < 0 { throw error("read") }
            // It is shorter than it was.
            if number == 0 { throw SystemError(errno: .ioError, operation: "read all of", subject: path) }
        }
        return buffer
    }

    /// The same out of the system's memory; nil where some of it would have to come from a disk.
    func readAtHand(at place: Int64, count: Int) -> ByteBuffer? {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let number = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(Int(ba_pread_at_hand(descriptor.rawValue, bytes.baseAddress, Int64(count), place)), 0)
        }
        return number == count ? buffer : nil
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws(SystemError) {
        let number = descriptor.rawValue
        _ = try retrying("sync", path) { fdatasync(number) }
    }

    private func error(_ operation: String) -> SystemError {
        SystemError(errno: Errno(rawValue: errno), operation: operation, subject: path)
    }
}
