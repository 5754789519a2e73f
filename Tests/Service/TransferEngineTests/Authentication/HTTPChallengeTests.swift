// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

/// What servers write into WWW-Authenticate, and what they should not.
@Suite("Challenges of HTTP servers") struct HTTPChallengeTests {
    private func parse(_ fields: String...) -> [HTTPChallenge] { HTTPChallenge.parse(fields) }

    @Test("Schemes, parameters and tokens, several in one field") func several() {
        #expect(
            parse("Basic realm=\"The \\\"vault\\\"\"") == [
                .init(scheme: "basic", parameters: ["realm": "The \"vault\""])
            ])
        // RFC 9110, 11.6.1
        #expect(
            parse("Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"") == [
                .init(scheme: "newauth", parameters: ["realm": "apps", "type": "1", "title": "Login to \"apps\""]),
                .init(scheme: "basic", parameters: ["realm": "simple"]),
            ])
        #expect(
            parse("Negotiate, NTLM TlRMTVNTUAAC==, Bearer , Digest\trealm = x ,nonce=\"a,b\"") == [
                .init(scheme: "negotiate"), .init(scheme: "ntlm", token: "TlRMTVNTUAAC=="), .init(scheme: "bearer"),
                .init(scheme: "digest", parameters: ["realm": "x", "nonce": "a,b"]),
            ])
        #expect(parse("Basic realm=a", "Bearer realm=b").map(\.realm) == ["a", "b"])
        #expect(parse("BASIC REALM=a, realm=b") == [.init(scheme: "basic", parameters: ["realm": "a"])])
    }

    @Test(
        "What cannot be read ends what is read of a field",
        arguments: [
            "", " , ,", "=", "\"", "Basic realm=\"open", "Basic realm=", "Basic realm=\"a\\", "@", "Basic realm=a b",
            "Basic =a", "\u{0}Basic", "Basic realm=a;charset=b", ",,,Basic,,,",
        ])
    func nonsense(_ field: String) {
        let challenges = parse(field)
        #expect(challenges.count <= 1)
        #expect(challenges.allSatisfy { $0.scheme == "basic" && ($0.realm ?? "a") == "a" })
    }

    @Test("A field without end is not read") func tooLong() {
        #expect(parse("Basic realm=\"" + String(repeating: "a", count: 9000) + "\"") == [])
    }

    @Test("Ways that tell less come first, the stronger digest before the weaker") func theOrder() {
        let ways = AuthenticationWay.all(in: [
            "Basic realm=a", "Bearer realm=a", "Digest realm=a, nonce=n, qop=auth",
            "Digest realm=a, nonce=n, qop=auth, algorithm=SHA-256", "Digest realm=b, nonce=n, algorithm=SHA-512-256",
            "Hoba challenge=\"x\"",
        ])
        #expect(ways.map(\.method) == [.httpDigest, .httpBearer, .httpBasic])
        let value = ways[0].digest?.value(
            .init(user: "u", password: "p"), method: "GET", uri: "/", body: [], clientNonce: "c")
        #expect(value?.contains("algorithm=SHA-256") == true)
    }
}
