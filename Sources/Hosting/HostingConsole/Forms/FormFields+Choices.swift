// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

// What forms have somebody choose; nil where there is no such thing.
extension FormFields {
    /// What a member or a key is to be.
    var role: Role? { self["role"].flatMap(Role.init(rawValue:)) }

    /// Who is to decide on what is submitted of an app.
    var policy: ReviewPolicy? { self["policy"].flatMap(ReviewPolicy.init(rawValue:)) }
}
