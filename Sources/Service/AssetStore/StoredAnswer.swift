// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB

/// What a call was answered that changed something, for a client that lost the reply and asks again.
package struct StoredAnswer: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "answeredCall"
    /// Seconds that an answer is kept.
    package static let lifetime: Double = 3600
    package static let largestCount = 4096

    /// Caller, method and the client's ID of the call.
    package var callKey: String
    /// JSON.
    package var reply: Data
    package var answeredAt: Double

    package init(callKey: String, reply: Data, answeredAt: Double) {
        self.callKey = callKey
        self.reply = reply
        self.answeredAt = answeredAt
    }
}
