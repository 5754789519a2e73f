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

    private func text(_ event: WebhookEvent) -> String {
        String(decoding: event.payload(base: "https://packs.example.com"), as: UTF8.self)
    }

    @Test func payloadsAreAsReceiversReadThem() {
        let change = WebhookEvent(
            id: "e1", kind: .change(.backgroundAssetVersionAppStoreReleaseStateUpdated),
            createdAt: Timestamp(milliseconds: 1_800_000_000_123),
            instance: .init(type: "backgroundAssetVersionAppStoreReleases", id: "r1"), oldState: "IN_REVIEW",
            newState: "REJECTED")
        #expect(
            text(change)
                == #"{"data":{"attributes":{"newState":"REJECTED","oldState":"IN_REVIEW","timestamp":"2027-01-15T08:00:00.123Z"},"#
                + #""id":"e1","relationships":{"instance":{"id":"r1","links":{"self":"https://packs.example.com/v1/backgroundAssetVersionAppStoreReleases/r1"},"#
                + #""type":"backgroundAssetVersionAppStoreReleases"}},"type":"backgroundAssetVersionAppStoreReleaseStateUpdated"}}"#
        )
        let ping = WebhookEvent(id: "e2", kind: .ping, createdAt: Timestamp(milliseconds: 0))
        #expect(
            text(ping)
                == #"{"data":{"attributes":{"ping":true,"timestamp":"1970-01-01T00:00:00.000Z"},"id":"e2","type":"webhookPingCreated","version":1}}"#
        )
    }

    /// App Store Connect's own examples: each kind has its own words.
    @Test func payloadsOfBuildsHaveTheirInstanceWrapped() {
        func event(_ type: WebhookEventType, _ instance: String) -> String {
            text(
                WebhookEvent(
                    id: "e1", kind: .change(type), createdAt: Timestamp(milliseconds: 0),
                    instance: .init(type: instance, id: "i1"), oldState: "A", newState: "B"))
        }
        func expected(_ type: String, _ old: String, _ new: String, _ instance: String, _ path: String) -> String {
            #"{"data":{"attributes":{"\#(new)":"B","\#(old)":"A","timestamp":"1970-01-01T00:00:00.000Z"},"id":"e1","#
                + #""relationships":{"instance":{"data":{"id":"i1","type":"\#(instance)"},"#
                + #""links":{"self":"https://packs.example.com\#(path)/i1"}}},"type":"\#(type)","version":1}}"#
        }
        #expect(
            event(.appStoreVersionAppVersionStateUpdated, "appStoreVersions")
                == expected(
                    "appStoreVersionAppVersionStateUpdated", "oldValue", "newValue", "appStoreVersions",
                    "/v1/appStoreVersions"))
        #expect(
            event(.buildUploadStateUpdated, "buildUploads")
                == expected("buildUploadStateUpdated", "oldState", "newState", "buildUploads", "/ba/v1/appBuilds"))
        #expect(
            event(.buildBetaDetailExternalBuildStateUpdated, "buildBetaDetails")
                == expected(
                    "buildBetaDetailExternalBuildStateUpdated", "oldExternalBuildState", "newExternalBuildState",
                    "buildBetaDetails", "/ba/v1/appBuilds"))
    }

    /// The ends of what a team waits for, and none of the steps on the way.
    @Test func changesThatAreTold() {
        func told(_ context: ReleaseContext, _ old: String?, _ new: String) -> WebhookEventType? {
            WebhookTrigger.event(for: ReleaseChange(context: context, version: 1, oldState: old, newState: new))
        }
        #expect(told(.internalBeta, nil, "READY_FOR_TESTING") == .backgroundAssetVersionInternalBetaReleaseCreated)
        #expect(told(.internalBeta, "READY_FOR_TESTING", "SUPERSEDED") == nil)
        for state in ExternalBetaReleaseState.allCases {
            let isTold = [.rejected, .readyForTesting].contains(state)
            #expect((told(.externalBeta, "IN_REVIEW", state.rawValue) != nil) == isTold, "\(state)")
            #expect(told(.externalBeta, nil, state.rawValue) == nil)
        }
        for state in AppStoreReleaseState.allCases {
            let isTold = [.rejected, .readyForDistribution].contains(state)
            #expect((told(.appStore, "IN_REVIEW", state.rawValue) != nil) == isTold, "\(state)")
        }
        #expect(WebhookTrigger.event(from: .processing, to: .failed) == .backgroundAssetVersionStateUpdated)
        #expect(WebhookTrigger.event(from: .processing, to: .complete) == nil)
        #expect(WebhookTrigger.event(from: .failed, to: .failed) == nil)
    }

    @Test func whatIsNotTakenIsSentAgainForDays() {
        var pauses: [Double] = []
        while let pause = WebhookRetries.pause(after: pauses.count + 1) { pauses.append(pause) }
        #expect(pauses.count + 1 == WebhookRetries.largestCount)
        #expect(pauses == pauses.sorted() && pauses.reduce(0, +) > 2 * 86_400)
        #expect(WebhookRetries.pause(after: 1, retryAfter: 500) == 500)
        #expect(WebhookRetries.pause(after: 1, retryAfter: 1e9) == 86_400)
        #expect(WebhookRetries.pause(after: 1, retryAfter: .nan) == WebhookRetries.pause(after: 1))
        #expect(WebhookRetries.pause(after: 0) == nil && WebhookRetries.pause(after: 1_000) == nil)
    }

    @Test(arguments: [
        ("https://example.com/hook?a=b", true), ("https://[::1]:8443/", true), ("http://example.com/", false),
        ("https:///x", false), ("example.com", false), ("https://me:word@example.com/", false), ("", false),
        ("https://example.com:0/", false), ("https://example.com/#part", false), ("ftp://example.com", false),
        ("https://example.com/" + String(repeating: "a", count: 2_048), false),
    ])
    func addressesAreHTTPS(_ url: String, _ isFine: Bool) {
        #expect((WebhookAddress.problem(with: url) == nil) == isFine, "\(WebhookAddress.problem(with: url) ?? "")")
    }
}
