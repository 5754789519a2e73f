// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation

extension World {
    /// The record of `ba apps --json` for an app; nil when there is none.
    func app(_ bundleID: String = World.bundleID) async throws -> [String: Any]? {
        let run = try await expectSuccess(ba("apps", "--json"))
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let records = (object as? [String: Any])?["apps"] as? [[String: Any]] ?? object as? [[String: Any]] ?? []
        return records.first { $0["bundleID"] as? String == bundleID }
    }
}
