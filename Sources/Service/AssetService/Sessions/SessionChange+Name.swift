// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore

// A task of an app's session, as the record names it.
extension SessionChange.Name {
    init(_ number: Int64, in key: SessionKey) {
        self.init(bundleID: key.bundleID, session: key.identifier, number: number)
    }

    var key: SessionKey { SessionKey(bundleID: bundleID, identifier: session) }
}
