// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// Another descriptor of the same open file: both have one offset.
    ///
    /// - Parameters:
    ///   - target: the descriptor to become the copy, which is closed first; nil for the lowest free number.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: the copy, which the caller closes.
    /// - Throws: ``Errno``.
    public func duplicate(as target: FileDescriptor? = nil, retryOnInterrupt: Bool = true) throws -> FileDescriptor {
        try Errno.translating {
            FileDescriptor(wrapped: try wrapped.duplicate(as: target?.wrapped, retryOnInterrupt: retryOnInterrupt))
        }
    }

    /// Another descriptor of the same open file, with options.
    ///
    /// - Parameters:
    ///   - target: the descriptor to become the copy, which is closed first.
    ///   - options: how it is duplicated.
    ///   - retryOnInterrupt: whether the call is made again after ``Errno/interrupted``.
    /// - Returns: the copy, which the caller closes.
    /// - Throws: ``Errno``, also when both are the same.
    @discardableResult
    public func duplicate(
        as target: FileDescriptor, options: DuplicateOptions, retryOnInterrupt: Bool = true
    ) throws(Errno) -> FileDescriptor {
        do throws(SystemPackage.Errno) {
            return FileDescriptor(
                wrapped: try wrapped.duplicate(
                    as: target.wrapped, options: options.wrapped, retryOnInterrupt: retryOnInterrupt))
        } catch { throw Errno(wrapped: error) }
    }

    /// A pipe: what is written to one end is read from the other.
    ///
    /// - Returns: both ends, which the caller closes.
    /// - Throws: ``Errno``.
    public static func pipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        try Errno.translating {
            let ends = try SystemPackage.FileDescriptor.pipe()
            return (FileDescriptor(wrapped: ends.readEnd), FileDescriptor(wrapped: ends.writeEnd))
        }
    }

    /// A pipe with options.
    ///
    /// - Parameter options: how it is made.
    /// - Returns: both ends, which the caller closes.
    /// - Throws: ``Errno``.
    public static func pipe(
        options: PipeOptions
    ) throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        do throws(SystemPackage.Errno) {
            let ends = try SystemPackage.FileDescriptor.pipe(options: options.wrapped)
            return (FileDescriptor(wrapped: ends.readEnd), FileDescriptor(wrapped: ends.writeEnd))
        } catch { throw Errno(wrapped: error) }
    }
}
