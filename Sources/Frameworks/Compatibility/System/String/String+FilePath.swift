// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension String {
    /// A path as text; U+FFFD stands for bytes that are not UTF-8.
    public init(decoding path: FilePath) { self.init(decoding: path.wrapped) }

    /// A path as text; nil when it is not UTF-8.
    public init?(validating path: FilePath) { self.init(validating: path.wrapped) }

    /// A component as text; U+FFFD stands for bytes that are not UTF-8.
    public init(decoding component: FilePath.Component) { self.init(decoding: component.wrapped) }

    /// A component as text; nil when it is not UTF-8.
    public init?(validating component: FilePath.Component) { self.init(validating: component.wrapped) }

    /// A root as text; U+FFFD stands for bytes that are not UTF-8.
    public init(decoding root: FilePath.Root) { self.init(decoding: root.wrapped) }

    /// A root as text; nil when it is not UTF-8.
    public init?(validating root: FilePath.Root) { self.init(validating: root.wrapped) }

    /// A path as text; U+FFFD stands for bytes that are not UTF-8.
    @available(*, deprecated, renamed: "init(decoding:)")
    public init(_ path: FilePath) { self.init(decoding: path) }

    /// A path as text; nil when it is not UTF-8.
    @available(*, deprecated, renamed: "init(validating:)")
    public init?(validatingUTF8 path: FilePath) { self.init(validating: path) }
}
