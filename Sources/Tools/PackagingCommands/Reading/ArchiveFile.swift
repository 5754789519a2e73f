// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// An archive that is open for reading, piece by piece.
package struct ArchiveFile: ~Copyable {
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

    /// Reads all of it. The memory of a piece is valid only during the call; what `body` throws passes through.
    ///
    /// - Returns: how many bytes there were.
    @discardableResult
    package borrowing func forEachPiece(_ body: (UnsafeRawBufferPointer) async throws -> Void) async throws -> Int64 {
        try await forEachPieceUntilTold { piece in
            try await body(piece)
            return true
        }
    }

    /// The same until `body` says that it has enough.
    @discardableResult
    package borrowing func forEachPieceUntilTold(
        _ body: (UnsafeRawBufferPointer) async throws -> Bool
    ) async throws -> Int64 {
        try await descriptor.forEachPiece(subject: path) { piece in
            try PackagingError.checkInterruption()
            return try await body(piece)
        }
    }
}
