// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is wanted of the deliveries of a web hook.
package struct DeliveryListing: Sendable {
    package var webhookID: String
    package var states: [WebhookDeliveryState]?
    /// Made at this time, or later.
    package var earliest: Timestamp?
    /// Made before this time.
    package var end: Timestamp?
    package var after: [SQLValue]?
    package var limit: Int

    package init(webhookID: String, limit: Int) {
        self.webhookID = webhookID
        self.limit = limit
    }

    /// The newest come first.
    var keyset: Keyset {
        Keyset([.init("d.created_at", isFalling: true), .init("d.id", isFalling: true)], after: after)
    }

    var conditions: [SQL] {
        var conditions: [SQL] = ["d.webhook_id = \(webhookID)"]
        if let states { conditions.append("d.state IN (\(list: states.map(\.rawValue)))") }
        if let earliest { conditions.append("d.created_at >= \(earliest)") }
        if let end { conditions.append("d.created_at < \(end)") }
        return conditions
    }
}
