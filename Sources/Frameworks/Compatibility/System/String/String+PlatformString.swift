// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text of a C string; U+FFFD stands for bytes that are not UTF-8.
    ///
    /// - Parameter platformString: bytes with a 0 at their end.
    @_disfavoredOverload
    public init(platformString: UnsafePointer<CInterop.PlatformChar>) { self.init(cString: platformString) }

    /// The text of a C string; U+FFFD stands for bytes that are not UTF-8.
    ///
    /// - Parameter platformString: bytes; what follows the first 0 is left out.
    public init(platformString: [CInterop.PlatformChar]) {
        let bytes = platformString.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// The text of a C string; nil when it is not UTF-8.
    ///
    /// - Parameter platformString: bytes with a 0 at their end.
    public init?(validatingPlatformString platformString: UnsafePointer<CInterop.PlatformChar>) {
        self.init(validatingCString: platformString)
    }

    /// The text of a C string; nil when it is not UTF-8.
    ///
    /// - Parameter platformString: bytes; what follows the first 0 is left out.
    public init?(validatingPlatformString platformString: [CInterop.PlatformChar]) {
        self.init(validating: platformString.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Lends the text as a C string to a closure. The pointer is good until that returns.
    public func withPlatformString<Result>(
        _ body: (UnsafePointer<CInterop.PlatformChar>) throws -> Result
    ) rethrows -> Result {
        try withCString(body)
    }
}
