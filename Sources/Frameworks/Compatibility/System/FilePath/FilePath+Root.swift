// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FilePath {
    /// What absolute paths begin with: `/` on Linux.
    public struct Root: Hashable, Sendable {
        internal var wrapped: SystemPackage.FilePath.Root

        internal init(wrapped: SystemPackage.FilePath.Root) { self.wrapped = wrapped }
    }
}

extension FilePath.Root {
    /// The root that a text is; nil when it is none.
    public init?(_ string: String) {
        guard let wrapped = SystemPackage.FilePath.Root(string) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// The root that a C string has; nil when it is none.
    ///
    /// - Parameter platformString: bytes with a 0 at their end, UTF-8 or not.
    public init?(platformString: UnsafePointer<CInterop.PlatformChar>) {
        guard let wrapped = SystemPackage.FilePath.Root(platformString: platformString) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// The root that a C string has; nil when it is none.
    ///
    /// - Parameter platformString: bytes, UTF-8 or not. A 0 must be among them; what follows it is left out.
    public init?(platformString: [CInterop.PlatformChar]) {
        guard let wrapped = SystemPackage.FilePath.Root(platformString: platformString) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// Lends the bytes, with a 0 at their end, to a closure. The pointer is good until that returns.
    public func withPlatformString<Result>(
        _ body: (UnsafePointer<CInterop.PlatformChar>) throws -> Result
    ) rethrows -> Result {
        try wrapped.withPlatformString(body)
    }
}

extension FilePath.Root: ExpressibleByStringLiteral {
    /// The root of a literal, which must be exactly one.
    public init(stringLiteral: String) {
        self.init(wrapped: SystemPackage.FilePath.Root(stringLiteral: stringLiteral))
    }
}

extension FilePath.Root: CustomStringConvertible, CustomDebugStringConvertible {
    /// The root as text; U+FFFD stands for bytes that are not UTF-8.
    public var description: String { wrapped.description }

    /// The root as a quoted text; U+FFFD stands for bytes that are not UTF-8.
    public var debugDescription: String { wrapped.debugDescription }

    /// The root as text; U+FFFD stands for bytes that are not UTF-8.
    public var string: String { wrapped.string }
}

extension FilePath.Root: Codable {
    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: a `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { wrapped = try SystemPackage.FilePath.Root(from: decoder) }

    /// Writes it, as Apple's does.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
