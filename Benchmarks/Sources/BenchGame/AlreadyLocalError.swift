// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A pack that was to be fetched is there already, so that nothing would be measured.
struct AlreadyLocalError: Error, CustomStringConvertible {
    let packID: String
    var description: String { "the pack \(packID) is local already: there is nothing to fetch" }
}
