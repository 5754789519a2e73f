// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel

extension Timestamp {
    /// By the system's clock.
    static var current: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }
}
