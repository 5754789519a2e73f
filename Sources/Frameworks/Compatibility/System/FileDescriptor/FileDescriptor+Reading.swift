// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// Moves the offset that reads and writes begin at.
    ///
    /// - Parameters:
    ///   - offset: in bytes; negative ones go backwards.
    ///   - whence: what the offset counts from.
    /// - Returns: the new offset, in bytes from the file's beginning.
    /// - Throws: ``Errno``.
    @discardableResult
    public func seek(offset: Int64, from whence: FileDescriptor.SeekOrigin) throws -> Int64 {
        try Errno.translating { try wrapped.seek(offset: offset, from: whence.wrapped) }
    }

    /// Reads at the current offset, and moves it.
    ///
    /// - Parameters:
    ///   - buffer: what is filled, from its beginning.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: how many bytes were read: as many as the buffer has at most, 0 at the end.
    /// - Throws: ``Errno``.
    public func read(into buffer: UnsafeMutableRawBufferPointer, retryOnInterrupt: Bool = true) throws -> Int {
        try Errno.translating { try wrapped.read(into: buffer, retryOnInterrupt: retryOnInterrupt) }
    }

    /// Reads at an offset, and leaves the current one as it is.
    ///
    /// - Parameters:
    ///   - offset: in bytes from the file's beginning.
    ///   - buffer: what is filled, from its beginning.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: how many bytes were read: as many as the buffer has at most, 0 at the end.
    /// - Throws: ``Errno``.
    public func read(
        fromAbsoluteOffset offset: Int64, into buffer: UnsafeMutableRawBufferPointer, retryOnInterrupt: Bool = true
    ) throws -> Int {
        try Errno.translating {
            try wrapped.read(fromAbsoluteOffset: offset, into: buffer, retryOnInterrupt: retryOnInterrupt)
        }
    }
}
