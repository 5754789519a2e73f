// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// An archive that is open for reading, piece by piece.
package struct ArchiveFile: ~Copyable {
    /// Bytes of a piece.
    static let pieceSize = 1 << 20

    package let path: String
    package let size: Int64
    private let descriptor: OwnedDescriptor

    package init(_ path: String) throws(PackagingError) {
        let descriptor = try InputFile.open(path)
        let size: Int64
        do {
            size = try descriptor.status(subject: path).size
        } catch {
            throw .system(error)
        }
        self.path = path
        self.size = size
        self.descriptor = descriptor
    }

    /// Reads from the current position to the end. The memory of a piece is valid only during the call; what `body`
    /// throws passes through.
    ///
    /// - Returns: how many bytes there were.
    @discardableResult
    package borrowing func forEachPiece(_ body: (UnsafeRawBufferPointer) async throws -> Void) async throws -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
        defer { buffer.deallocate() }
        let number = descriptor.rawValue
        var total: Int64 = 0
        while true {
            try PackagingError.checkInterruption()
            let count = try retrying("read", path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
            if count == 0 { return total }
            total += Int64(count)
            try await body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
