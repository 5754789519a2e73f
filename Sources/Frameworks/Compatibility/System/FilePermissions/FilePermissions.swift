// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// Who may read, write and execute a file: the mode bits of POSIX.
public struct FilePermissions: OptionSet, Hashable, Sendable, Codable {
    internal var wrapped: SystemPackage.FilePermissions

    internal init(wrapped: SystemPackage.FilePermissions) { self.wrapped = wrapped }

    /// The permissions with the given bits of `mode_t`.
    public init(rawValue: CInterop.Mode) { wrapped = SystemPackage.FilePermissions(rawValue: rawValue) }

    /// The bits, as `mode_t` has them.
    public var rawValue: CInterop.Mode { wrapped.rawValue }
}

extension FilePermissions: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the bits that are set.
    public var description: String { wrapped.description }

    /// The names of the bits that are set.
    public var debugDescription: String { wrapped.debugDescription }
}
