// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// By what a repeated call is known again: who calls, which method, and the ID that the client gave the call.
struct CallKey: Hashable, Sendable {
    /// IDs are UUIDs; longer ones are not remembered.
    static let largestIDLength = 128

    let text: String

    /// nil for a call without an ID, which is a new one each time.
    init?(_ session: Session, _ method: String, _ callID: String?) {
        guard let callID, !callID.isEmpty, callID.utf8.count <= Self.largestIDLength else { return nil }
        text = "\(session.caller.bundleID ?? "")|\(method)|\(callID)"
    }
}
