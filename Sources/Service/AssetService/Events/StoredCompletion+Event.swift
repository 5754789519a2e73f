// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import ServiceInterface

extension StoredCompletion {
    /// The record of a completion, for those who are not there to hear of it; nil for other events.
    init?(_ event: PackEvent, at now: Double) {
        // What was decoded from JSON, or made of texts and numbers, can always be encoded.
        guard event.isCompletion, let packID = event.pack?.id, let body = try? JSONEncoder().encode(event) else {
            return nil
        }
        self.init(
            id: event.id, bundleID: event.bundleID, packID: packID, kind: event.kind.rawValue, body: body,
            createdAt: now)
    }
}
