// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import FoundationNetworking

extension URLRequest {
    /// Whether networks that cost money are used for it, where its session uses them. Which is what is cellular Linux does not tell apart.
    public var allowsExpensiveNetworkAccess: Bool {
        get { allowsCellularAccess }
        set { allowsCellularAccess = newValue }
    }

    /// Whether networks on which data is to be saved are used for it. Linux tells of none: to say no changes nothing, and is not kept.
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        // Foundation's values have no room for it.
        set { _ = newValue }
    }
}
