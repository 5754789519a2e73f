// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import JWTKit
import Testing

@testable import HostingAPI

@Suite struct TokenRulesTests {
    private static let now: Double = 1_800_000_000
    private let rules = TokenRules(issuer: "team")

    private static func key(_ kind: APIKey.Kind) -> APIKey {
        APIKey(
            id: "K", kind: kind, name: "n", role: .developer, appIDs: nil, publicKey: "",
            createdAt: Timestamp(milliseconds: 0))
    }

    private static func claims(_ change: (inout TokenClaims) -> Void = { _ in }) -> TokenClaims {
        var claims = TokenClaims(iss: "team", aud: .init(value: ["appstoreconnect-v1"]), exp: now + 1_200, iat: now)
        change(&claims)
        return claims
    }

    @Test(arguments: [
        claims(), claims { $0.iat = nil }, claims { $0.exp = now + 0.5 }, claims { $0.exp = now + 1_204.9 },
        claims {
            $0.iat = now + 59; $0.exp = now + 1_259.9
        },
        claims {
            $0.iat = nil; $0.exp = now + 1_259.9
        },
        claims { $0.aud = .init(value: ["other", "appstoreconnect-v1"]) },
        claims {
            $0.iat = now + 59; $0.exp = now + 60
        },
        claims { $0.nbf = now + 59 },
    ]) func isGood(_ claims: TokenClaims) {
        #expect(rules.fault(of: claims, key: Self.key(.team), now: Self.now) == nil)
    }

    @Test(arguments: [
        claims { $0.iss = "other" }, claims { $0.iss = nil }, claims { $0.aud = nil },
        claims { $0.aud = .init(value: "appstoreconnect-v2") },
        claims { $0.exp = nil }, claims { $0.exp = now }, claims { $0.exp = now - 1 }, claims { $0.exp = now + 1_206 },
        claims {
            $0.iat = nil; $0.exp = now + 1_261
        },
        claims { $0.exp = .infinity }, claims { $0.exp = .nan }, claims { $0.iat = now + 61 },
        claims {
            $0.iat = now - 100; $0.exp = now + 1_200
        },
        claims { $0.nbf = now + 61 },
    ]) func isNot(_ claims: TokenClaims) {
        #expect(rules.fault(of: claims, key: Self.key(.team), now: Self.now) != nil)
    }

    @Test func keysOfMembersNameNoIssuer() {
        func fault(_ change: (inout TokenClaims) -> Void) -> String? {
            rules.fault(of: Self.claims(change), key: Self.key(.individual), now: Self.now)
        }
        #expect(fault { ($0.iss, $0.sub) = (nil, "user") } == nil)
        #expect(fault { $0.sub = "user" } != nil)
        #expect(fault { $0.iss = nil } != nil)
        #expect(fault { ($0.iss, $0.sub) = (nil, "team") } != nil)
    }

    @Test(
        arguments: [
            (nil, "POST", "/v1/apps", true), ([], "GET", "/v1/apps", false),
            (["GET /v1/apps"], "GET", "/v1/apps", true),
            (["GET /v1/apps"], "GET", "/v1/apps?limit=1", true), (["GET /v1/apps"], "POST", "/v1/apps", false),
            (["GET /v1/apps"], "GET", "/v1/apps/1", false),
            (["GET /v1/apps?filter[bundleId]=a"], "GET", "/v1/apps", false),
            (["GET /v1/apps?filter[bundleId]=a"], "GET", "/v1/apps?limit=1&filter%5BbundleId%5D=a", true),
            (["GET /v1/apps?filter[bundleId]=a"], "GET", "/v1/apps?filter[bundleId]=b", false),
            (["nonsense", "GET /v1/x", "GET /v1/apps"], "GET", "/v1/apps", true),
            (["GET%20/v1/apps"], "GET", "/v1/apps", false),
        ] as [([String]?, String, String, Bool)]) func scopes(
            _ scope: [String]?, _ method: String, _ target: String, _ isAllowed: Bool
        )
    {
        #expect(TokenRules.allows(scope, method: method, target: target) == isAllowed)
    }
}
