// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CBackgroundAssetsHeader

@c @implementation
public func ba_version() -> UInt32 {
    UInt32(BA_VERSION_MAJOR) << 16 | UInt32(BA_VERSION_MINOR) << 8 | UInt32(BA_VERSION_PATCH)
}
