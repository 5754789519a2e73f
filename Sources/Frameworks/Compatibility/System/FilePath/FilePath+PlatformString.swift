// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FilePath {
    /// The path that a C string has.
    ///
    /// - Parameter platformString: bytes with a 0 at their end, UTF-8 or not.
    public init(platformString: UnsafePointer<CInterop.PlatformChar>) {
        wrapped = SystemPackage.FilePath(platformString: platformString)
    }

    /// The path that a C string has.
    ///
    /// - Parameter platformString: bytes, UTF-8 or not. A 0 must be among them; what follows it is left out.
    public init(platformString: [CInterop.PlatformChar]) {
        wrapped = SystemPackage.FilePath(platformString: platformString)
    }

    /// Lends the bytes, with a 0 at their end, to a closure. The pointer is good until that returns.
    public func withPlatformString<Result>(
        _ body: (UnsafePointer<CInterop.PlatformChar>) throws -> Result
    ) rethrows -> Result {
        try wrapped.withPlatformString(body)
    }

    /// Lends the bytes, with a 0 at their end, to a closure. The pointer is good until that returns.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try wrapped.withCString(body)
    }

    /// The path that a C string has.
    @available(*, deprecated, renamed: "init(platformString:)")
    public init(cString: UnsafePointer<CChar>) { self.init(platformString: cString) }

    /// The path that a C string has.
    @available(*, deprecated, renamed: "init(platformString:)")
    public init(cString: [CChar]) { self.init(platformString: cString) }
}
