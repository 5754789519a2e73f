// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingDelivery

/// What a part of a version is called in addresses.
struct PackPartName: Hashable, Sendable {
    let packID: String
    let version: Int
    let part: PackPart
}
