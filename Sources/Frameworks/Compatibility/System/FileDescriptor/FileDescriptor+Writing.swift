// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// Writes at the current offset, and moves it.
    ///
    /// - Parameters:
    ///   - buffer: the bytes.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: how many bytes were written; they can be fewer than were given.
    /// - Throws: ``Errno``.
    public func write(_ buffer: UnsafeRawBufferPointer, retryOnInterrupt: Bool = true) throws -> Int {
        try Errno.translating { try wrapped.write(buffer, retryOnInterrupt: retryOnInterrupt) }
    }

    /// Writes at an offset, and leaves the current one as it is.
    ///
    /// - Parameters:
    ///   - offset: in bytes from the file's beginning.
    ///   - buffer: the bytes.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: how many bytes were written; they can be fewer than were given.
    /// - Throws: ``Errno``.
    public func write(
        toAbsoluteOffset offset: Int64, _ buffer: UnsafeRawBufferPointer, retryOnInterrupt: Bool = true
    ) throws -> Int {
        try Errno.translating {
            try wrapped.write(toAbsoluteOffset: offset, buffer, retryOnInterrupt: retryOnInterrupt)
        }
    }

    /// Writes all bytes at the current offset, and moves it; calls again until all are written.
    ///
    /// - Parameter sequence: the bytes.
    /// - Returns: how many bytes were written.
    /// - Throws: ``Errno``.
    @discardableResult
    public func writeAll<S: Sequence>(_ sequence: S) throws -> Int where S.Element == UInt8 {
        try Errno.translating { try wrapped.writeAll(sequence) }
    }

    /// Writes all bytes at an offset, and leaves the current one as it is; calls again until all are written.
    ///
    /// - Parameters:
    ///   - offset: in bytes from the file's beginning.
    ///   - sequence: the bytes.
    /// - Returns: how many bytes were written.
    /// - Throws: ``Errno``.
    @discardableResult
    public func writeAll<S: Sequence>(toAbsoluteOffset offset: Int64, _ sequence: S) throws -> Int
    where S.Element == UInt8 {
        try Errno.translating { try wrapped.writeAll(toAbsoluteOffset: offset, sequence) }
    }

    /// Cuts a file off, or lengthens it with zeros.
    ///
    /// - Parameters:
    ///   - newSize: in bytes.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Throws: ``Errno``.
    public func resize(to newSize: Int64, retryOnInterrupt: Bool = true) throws {
        try Errno.translating { try wrapped.resize(to: newSize, retryOnInterrupt: retryOnInterrupt) }
    }
}
