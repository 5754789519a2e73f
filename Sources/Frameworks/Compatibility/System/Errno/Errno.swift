// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// An error of a system call, by the number that POSIX gives it.
public struct Errno: RawRepresentable, Error, Hashable, Sendable, Codable {
    internal var wrapped: SystemPackage.Errno

    internal init(wrapped: SystemPackage.Errno) { self.wrapped = wrapped }

    /// The error with the given number.
    public init(rawValue: CInt) { wrapped = SystemPackage.Errno(rawValue: rawValue) }

    /// The number, as `errno` has it.
    public var rawValue: CInt { wrapped.rawValue }

    /// The code that `NSError` shows.
    public var _code: Int { wrapped._code }

    /// The domain that `NSError` shows.
    public var _domain: String { wrapped._domain }

    /// Whether an error is this one, so that a `catch` can name it.
    public static func ~= (_ lhs: Errno, _ rhs: any Error) -> Bool { rhs as? Errno == lhs }
}

extension Errno: CustomStringConvertible, CustomDebugStringConvertible {
    /// What the C library says about the error.
    public var description: String { wrapped.description }

    /// What the C library says about the error.
    public var debugDescription: String { wrapped.debugDescription }
}
