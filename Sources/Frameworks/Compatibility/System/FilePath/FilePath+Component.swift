// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FilePath {
    /// One step of a path: the name of a file or folder, `.` or `..`.
    public struct Component: Hashable, Sendable {
        internal var wrapped: SystemPackage.FilePath.Component

        internal init(wrapped: SystemPackage.FilePath.Component) { self.wrapped = wrapped }
    }
}

extension FilePath.Component {
    /// What a component stands for.
    @frozen
    public enum Kind: Hashable, Sendable {
        /// `.`, the folder itself.
        case currentDirectory

        /// `..`, the folder that holds it.
        case parentDirectory

        /// A name.
        case regular
    }

    /// What the component stands for.
    public var kind: Kind {
        switch wrapped.kind {
        case .currentDirectory: .currentDirectory
        case .parentDirectory: .parentDirectory
        case .regular: .regular
        }
    }

    /// What follows the last dot of a name; nil without a dot, and when the only one is in front.
    public var `extension`: String? { wrapped.extension }

    /// The name without its extension and the dot before that.
    public var stem: String { wrapped.stem }

    /// The component that a text is; nil unless it is exactly one.
    public init?(_ string: String) {
        guard let wrapped = SystemPackage.FilePath.Component(string) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// The component that a C string has; nil unless it is exactly one.
    ///
    /// - Parameter platformString: bytes with a 0 at their end, UTF-8 or not.
    public init?(platformString: UnsafePointer<CInterop.PlatformChar>) {
        guard let wrapped = SystemPackage.FilePath.Component(platformString: platformString) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// The component that a C string has; nil unless it is exactly one.
    ///
    /// - Parameter platformString: bytes, UTF-8 or not. A 0 must be among them; what follows it is left out.
    public init?(platformString: [CInterop.PlatformChar]) {
        guard let wrapped = SystemPackage.FilePath.Component(platformString: platformString) else { return nil }
        self.init(wrapped: wrapped)
    }

    /// Lends the bytes, with a 0 at their end, to a closure. The pointer is good until that returns.
    public func withPlatformString<Result>(
        _ body: (UnsafePointer<CInterop.PlatformChar>) throws -> Result
    ) rethrows -> Result {
        try wrapped.withPlatformString(body)
    }
}

extension FilePath.Component: ExpressibleByStringLiteral {
    /// The component of a literal, which must be exactly one.
    public init(stringLiteral: String) {
        self.init(wrapped: SystemPackage.FilePath.Component(stringLiteral: stringLiteral))
    }
}

extension FilePath.Component: CustomStringConvertible, CustomDebugStringConvertible {
    /// The component as text; U+FFFD stands for bytes that are not UTF-8.
    public var description: String { wrapped.description }

    /// The component as a quoted text; U+FFFD stands for bytes that are not UTF-8.
    public var debugDescription: String { wrapped.debugDescription }

    /// The component as text; U+FFFD stands for bytes that are not UTF-8.
    public var string: String { wrapped.string }
}

extension FilePath.Component: Codable {
    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: a `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { wrapped = try SystemPackage.FilePath.Component(from: decoder) }

    /// Writes it, as Apple's does.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
