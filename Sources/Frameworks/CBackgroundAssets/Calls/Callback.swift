// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CBackgroundAssetsHeader

/// A function of the caller's, with the context that it gets.
// @unchecked Sendable: neither is touched here; both are handed to the caller's code, on the thread that the header names.
struct Callback: @unchecked Sendable {
    let completion: ba_completion
    let context: UnsafeMutableRawPointer?

    func callAsFunction(_ handle: OpaquePointer?) { completion(context, handle) }
}
