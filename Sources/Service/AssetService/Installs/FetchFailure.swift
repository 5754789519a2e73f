// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BundleSources
internal import TransferEngine

/// Why one try to fetch an app came to nothing.
enum FetchFailure: Sendable {
    /// The archive is refused, or the disk is at fault.
    case source(BundleSourceError)
    /// The transfer broke off.
    case transfer(TransferError)

    /// Whether somebody stopped it, and nothing is wrong.
    var isInterruption: Bool {
        switch self {
        case .source(.stopped), .transfer(.cancelled): true
        default: false
        }
    }

    var error: any Error {
        switch self {
        case .source(let error): error
        case .transfer(let error): error
        }
    }
}
