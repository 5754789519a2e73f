// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: where the file lies.
    ///   - mode: whether it is read, written or both.
    ///   - options: how it is opened.
    ///   - permissions: those of a file that is made. With ``OpenOptions/create`` they must not be nil.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: ``Errno``.
    public static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = FileDescriptor.OpenOptions(), permissions: FilePermissions? = nil,
        retryOnInterrupt: Bool = true
    ) throws -> FileDescriptor {
        try Errno.translating {
            FileDescriptor(
                wrapped: try .open(
                    path.wrapped, mode.wrapped, options: options.wrapped, permissions: permissions?.wrapped,
                    retryOnInterrupt: retryOnInterrupt))
        }
    }

    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: where the file lies, as a C string.
    ///   - mode: whether it is read, written or both.
    ///   - options: how it is opened.
    ///   - permissions: those of a file that is made. With ``OpenOptions/create`` they must not be nil.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: ``Errno``.
    public static func open(
        _ path: UnsafePointer<CChar>, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = FileDescriptor.OpenOptions(), permissions: FilePermissions? = nil,
        retryOnInterrupt: Bool = true
    ) throws -> FileDescriptor {
        try Errno.translating {
            FileDescriptor(
                wrapped: try .open(
                    path, mode.wrapped, options: options.wrapped, permissions: permissions?.wrapped,
                    retryOnInterrupt: retryOnInterrupt))
        }
    }

    /// Closes the descriptor.
    ///
    /// - Throws: ``Errno``.
    public func close() throws { try Errno.translating { try wrapped.close() } }

    /// Closes the descriptor after a closure, also when that throws.
    ///
    /// - Parameter body: what is done with the descriptor.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; ``Errno`` when only closing fails.
    public func closeAfter<R>(_ body: () throws -> R) throws -> R {
        let result: R
        do { result = try body() } catch {
            // The caller must learn why the work failed: a failure to close would hide that.
            _ = Result { try close() }
            throw error
        }
        try close()
        return result
    }
}
