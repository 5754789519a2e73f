// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// A path of the file system: a root, which absolute paths have, and components. It need not be valid Unicode, and
/// nothing need be there.
public struct FilePath: Hashable, Sendable {
    internal var wrapped: SystemPackage.FilePath

    internal init(wrapped: SystemPackage.FilePath) { self.wrapped = wrapped }

    /// The empty path.
    public init() { wrapped = SystemPackage.FilePath() }

    /// The path that a text has. Repeated and trailing slashes are left out.
    public init(_ string: String) { wrapped = SystemPackage.FilePath(string) }

    /// How many bytes the path has, without the 0 at its end.
    public var length: Int { wrapped.length }

    /// Whether the path has neither root nor components.
    public var isEmpty: Bool { wrapped.isEmpty }
}

extension FilePath: ExpressibleByStringLiteral {
    /// The path of a literal.
    public init(stringLiteral: String) { self.init(stringLiteral) }
}

extension FilePath: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path as text; U+FFFD stands for bytes that are not UTF-8.
    public var description: String { wrapped.description }

    /// The path as a quoted text; U+FFFD stands for bytes that are not UTF-8.
    public var debugDescription: String { wrapped.debugDescription }

    /// The path as text; U+FFFD stands for bytes that are not UTF-8.
    public var string: String { wrapped.string }
}

extension FilePath: Codable {
    /// Reads a path.
    ///
    /// - Throws: a `DecodingError` for what is no path.
    public init(from decoder: any Decoder) throws { wrapped = try SystemPackage.FilePath(from: decoder) }

    /// Writes the path, as Apple's does.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
