// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage

extension OwnedDescriptor {
    /// Writes all of `bytes`, however many calls that takes.
    package borrowing func writeAll(_ bytes: some Collection<UInt8>, subject: String) throws(SystemError) {
        let contiguous = ContiguousArray(bytes)
        var written = 0
        let number = rawValue
        while written < contiguous.count {
            let offset = written
            written += try retrying("write", subject) {
                contiguous.withUnsafeBytes { buffer -> Int in
                    guard let base = buffer.baseAddress else { return 0 }
                    return Glibc.write(number, base + offset, buffer.count - offset)
                }
            }
        }
    }

    /// The same for bytes in memory, of which no copy is made.
    package borrowing func writeAll(_ bytes: UnsafeRawBufferPointer, subject: String) throws(SystemError) {
        guard let base = bytes.baseAddress else { return }
        var written = 0
        let number = rawValue
        while written < bytes.count {
            let offset = written
            written += try retrying("write", subject) { Glibc.write(number, base + offset, bytes.count - offset) }
        }
    }

    /// Reads to the end, at most `limit` bytes; a longer file throws `fileTooLarge`.
    package borrowing func readAll(limit: Int, subject: String) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        let number = rawValue
        while true {
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = try retrying("read", subject) {
                chunk.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            }
            if count == 0 { return result }
            result.append(contentsOf: chunk[..<count])
            guard result.count <= limit else {
                throw SystemError(errno: .fileTooLarge, operation: "read", subject: subject)
            }
        }
    }

    /// Reads from the beginning to the end, in pieces of 1 MiB, wherever the descriptor stands. The memory of a piece is
    /// valid only during the call of `body`, which says whether to go on.
    ///
    /// - Returns: how many bytes were read.
    /// - Throws: `SystemError`, and what `body` throws.
    @discardableResult
    package borrowing func forEachPiece(
        subject: String, _ body: (UnsafeRawBufferPointer) async throws -> Bool
    ) async throws -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
        defer { buffer.deallocate() }
        let number = rawValue
        var offset: Int64 = 0
        while true {
            let place = off_t(offset)
            let count = try retrying("read", subject) { pread(number, buffer.baseAddress, buffer.count, place) }
            if count == 0 { return offset }
            offset += Int64(count)
            guard try await body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return offset }
        }
    }

    /// Size, kind and identity of the open file.
    package borrowing func status(subject: String) throws(SystemError) -> FileStatus {
        var value = stat()
        let number = rawValue
        try retrying("examine", subject) { fstat(number, &value) }
        return FileStatus(value)
    }
}
