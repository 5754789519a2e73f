// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingDelivery
internal import HostingStorage

/// Where the bytes of a part of a version lie, and what they are.
struct HostedObject: Sendable {
    /// What it is called in addresses.
    struct Name: Hashable, Sendable {
        let packID: String
        let version: Int
        let part: PackPart
    }

    let key: ObjectKey
    let size: Int64
    /// In hexadecimal digits.
    let sha256: String
}
