// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// A descriptor of an open file, pipe or socket. It closes nothing by itself: that is up to its owner.
public struct FileDescriptor: RawRepresentable, Hashable, Sendable, Codable {
    internal let wrapped: SystemPackage.FileDescriptor

    internal init(wrapped: SystemPackage.FileDescriptor) { self.wrapped = wrapped }

    /// The descriptor with the given number.
    public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor(rawValue: rawValue) }

    /// The number that C calls it by.
    public var rawValue: CInt { wrapped.rawValue }

    /// Descriptor 0.
    public static var standardInput: FileDescriptor { FileDescriptor(wrapped: .standardInput) }

    /// Descriptor 1.
    public static var standardOutput: FileDescriptor { FileDescriptor(wrapped: .standardOutput) }

    /// Descriptor 2.
    public static var standardError: FileDescriptor { FileDescriptor(wrapped: .standardError) }
}
