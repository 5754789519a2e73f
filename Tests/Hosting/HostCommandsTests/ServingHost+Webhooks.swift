// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

extension ServingHost {
    /// Of a web hook that is told of the versions that internal testers get, and signed with `s3cret`.
    static func webhookMembers(url: String, appID: String) -> String {
        #""attributes":{"enabled":true,"eventTypes":["BACKGROUND_ASSET_VERSION_INTERNAL_BETA_RELEASE_CREATED"],"name":"CI","#
            + #""secret":"s3cret","url":"\#(url)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#
    }

    /// Makes that web hook.
    ///
    /// - Returns: its identifier.
    func webhook(url: String, of appID: String) async throws -> String {
        let made = try await send(
            "POST", "/v1/webhooks", json: Self.document("webhooks", Self.webhookMembers(url: url, appID: appID)))
        #expect(made.status == 201, "\(made.text)")
        return try #require(made.string("data/id"))
    }
}

extension FaultServer {
    /// The events of web hooks that have come: each is known by its identifier, however often it came.
    var eventIDs: Set<String> {
        Set(
            requests.compactMap { request in
                let event = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
                return (event?["data"] as? [String: Any])?["id"] as? String
            })
    }
}
