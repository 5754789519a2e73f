// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@Suite struct WebhookTests {
    /// Apple's own test vector.
    @Test func signsAsAppStoreConnectDoes() {
        #expect(
            WebhookSignature.value(of: Array("Hello, World!".utf8), secret: "This is my secret")
                == "hmacsha256=7f062172b01cb00b53ca068614674a3d982a34062a0f5d37687d5e3377e54657")
    }

    @Test func payloadsNameEventsInCamelCase() {
        #expect(
            WebhookEventType.allCases.prefix(4).map(\.payloadType) == [
                "backgroundAssetVersionStateUpdated", "backgroundAssetVersionInternalBetaReleaseCreated",
                "backgroundAssetVersionExternalBetaReleaseStateUpdated",
                "backgroundAssetVersionAppStoreReleaseStateUpdated",
            ])
    }
}
