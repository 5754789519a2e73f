// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// Files from real servers that want to know who asks.
@Suite("Transfers that are challenged", .timeLimit(.minutes(5))) struct ChallengedTransferTests {
    private static let bytes = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 5) })
    private static let right = HTTPCredential(user: "u", password: "p")
    private static let basic = "Basic dTpw"

    private func refusing(_ challenges: String..., unless value: String) -> Fault {
        .status(401, headers: challenges.map { ("WWW-Authenticate", $0) }).unless("Authorization", value)
    }

    @Test("A16: Basic is asked for once; what lies beside the file takes the same, also before it asks") func basic()
        async throws
    {
        try await FaultServer.with { server in
            for path in ["/a/file", "/a/b/other", "/elsewhere"] {
                server.serve(path, Self.bytes, finally: refusing("Basic realm=\"vault\"", unless: Self.basic))
            }
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            try await ServedFile.check(Self.bytes, "/a/file", from: server, responder)
            #expect(responder.challenges.map(\.realm) == ["vault"])
            #expect(responder.challenges.map(\.port) == [server.port])
            try await ServedFile.check(Self.bytes, "/a/b/other", from: server, responder)
            #expect(server.requests.map { $0["Authorization"] } == [nil, Self.basic, Self.basic])
            try await ServedFile.check(Self.bytes, "/elsewhere", from: server, responder)
            #expect(server.requests.map { $0["Authorization"] }.suffix(2) == [nil, Self.basic])
            #expect(responder.methods == [.httpBasic])
        }
    }

    @Test("A16: a wrong password is asked for again, with the number of failures, five times") func wrongPasswords()
        async throws
    {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes, finally: refusing("Basic realm=r", unless: Self.basic))
            let late = ScriptedResponder { challenge in
                .credential(.init(user: "u", password: challenge.previousFailures == 2 ? "p" : "wrong"))
            }
            try await ServedFile.check(Self.bytes, from: server, late)
            #expect(late.challenges.map(\.previousFailures) == [0, 1, 2])
            let never = ScriptedResponder { _ in .credential(.init(user: "u", password: "wrong")) }
            let error = await ServedFile.failure { try await ServedFile.fetch(from: server, never) }
            #expect(error == .status(url: server.url("/file"), code: 401, retryAfter: nil))
            #expect(never.challenges.map(\.previousFailures) == [0, 1, 2, 3, 4])
            #expect("\(String(describing: error))".contains("wrong") == false)
        }
    }

    @Test("A16: what was kept and is refused later is forgotten; what serves once is not kept") func keptPasswords()
        async throws
    {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes, finally: refusing("Basic realm=r", unless: Self.basic))
            let once = ScriptedResponder { _ in .credential(.init(user: "u", password: "p", isKept: false)) }
            for _ in 0..<2 { try await ServedFile.fetch(from: server, once) }
            #expect(once.methods == [.httpBasic, .httpBasic])
            let kept = ScriptedResponder { challenge in
                .credential(.init(user: "u", password: challenge.previousFailures == 0 ? "p" : "new"))
            }
            try await ServedFile.fetch(from: server, kept)
            server.serve("/file", Self.bytes, finally: refusing("Basic realm=r", unless: "Basic dTpuZXc="))
            try await ServedFile.fetch(from: server, kept)
            #expect(kept.challenges.map(\.previousFailures) == [0, 1])
        }
    }

    @Test("A16: Digest, with a nonce that grows too old") func digest() async throws {
        try await FaultServer.with { server in
            let challenge = "Digest realm=\"r\", qop=\"auth\", algorithm=SHA-256, nonce="
            server.serve(
                "/file", Self.bytes,
                faults: [
                    .status(401, headers: [("WWW-Authenticate", challenge + "\"one\"")]),
                    .status(401, headers: [("WWW-Authenticate", challenge + "\"two\", stale=true")]),
                ])
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            try await ServedFile.check(Self.bytes, "/file?a=b", from: server, responder)
            #expect(responder.challenges.map(\.method) == [.httpDigest])
            let values = server.requests.compactMap { $0["Authorization"] }
            #expect(values.count == 2)
            #expect(values[0].contains("nonce=\"one\"") && values[1].contains("nonce=\"two\""))
            #expect(values.allSatisfy { $0.contains("uri=\"/file?a=b\"") })
            // What the server would find.
            let clientNonce = try #require(values[1].firstMatch(of: /cnonce="([0-9a-f]+)"/)?.1)
            let digest = try #require(
                DigestAuthorization(HTTPChallenge.parse([challenge + "\"two\""])[0])?
                    .value(
                        Self.right, method: "GET", uri: "/file?a=b", body: [], clientNonce: String(clientNonce)))
            #expect(values[1] == digest)
        }
    }

    @Test(
        "A16: Digest after a redirect of the same server is about the new request",
        arguments: [DigestServer.Nonces.manyTimes, .once], ["/file", "/start?again"])
    func redirectedDigest(nonces: DigestServer.Nonces, target: String) async throws {
        try await FaultServer.with { server in
            let digest = DigestServer(Self.right, nonces)
            let onwards = Fault.redirect(to: server.url(target)).unless { request in
                #expect(digest.takes(request))
                return false
            }
            if target == "/file" {
                server.serve("/start", [], faults: [digest.refusal("one")], finally: onwards)
                server.serve("/file", Self.bytes, finally: digest.refusal("two"))
            } else {
                // It goes on to the same place with another query.
                server.serve(
                    "/start", Self.bytes, faults: [digest.refusal("one"), onwards], finally: digest.refusal("two"))
            }
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            try await ServedFile.check(Self.bytes, "/start", from: server, responder)
            // The right password is asked for once.
            #expect(responder.challenges.map(\.method) == [.httpDigest])
            #expect(server.requests.count == (nonces == .once ? 4 : 3))
        }
    }

    @Test("A16: a token; the next way when one is rejected; nobody") func otherWays() async throws {
        try await FaultServer.with { server in
            let offered = ["Bearer realm=\"api\"", "Basic realm=\"api\""]
            func offering(_ value: String) -> Fault {
                .status(401, headers: [("WWW-Authenticate", offered.joined(separator: ", "))])
                    .unless("Authorization", value)
            }
            server.serve("/file", Self.bytes, finally: offering("Bearer t0k-en"))
            let token = ScriptedResponder { _ in .credential(.init(user: "", password: "t0k-en")) }
            try await ServedFile.check(Self.bytes, from: server, token)
            #expect(token.methods == [.httpBearer])
            server.serve("/file", Self.bytes, finally: offering(Self.basic))
            let rejecting = ScriptedResponder { challenge in
                challenge.method == .httpBearer ? .rejectProtectionSpace : .credential(Self.right)
            }
            try await ServedFile.check(Self.bytes, from: server, rejecting)
            #expect(rejecting.methods == [.httpBearer, .httpBasic])
            let url = server.url("/file")
            for answer in [ChallengeAnswer.performDefaultHandling, .nobody, .trust, .rejectProtectionSpace] {
                let error = await ServedFile.failure {
                    try await ServedFile.fetch(from: server, ScriptedResponder { _ in answer })
                }
                #expect(error == .status(url: url, code: 401, retryAfter: nil))
            }
            #expect(await ServedFile.failure { try await ServedFile.fetch(from: server, nil) }?.remedy == .giveUp)
            let cancelled = await ServedFile.failure {
                try await ServedFile.fetch(from: server, ScriptedResponder { _ in .cancel })
            }
            guard case .authenticationCancelled = cancelled else {
                Issue.record("\(String(describing: cancelled))"); return
            }
            #expect(cancelled?.remedy == .giveUp)
            let waiting = await ServedFile.failure {
                try await ServedFile.fetch(from: server, ScriptedResponder { _ in .unanswered(reason: "later") })
            }
            #expect(waiting?.remedy == .retry(after: nil))
        }
    }

    @Test("A 401 without a way that is known is a failure, with nobody asked") func unknownWays() async throws {
        try await FaultServer.with { server in
            for value in ["Hoba x", "Negotiate", "", "Digest realm=r"] {
                server.serve(
                    "/file", Self.bytes, finally: .status(401, headers: [("WWW-Authenticate", value)]))
                let responder = ScriptedResponder { _ in .credential(Self.right) }
                let error = await ServedFile.failure { try await ServedFile.fetch(from: server, responder) }
                #expect(error == .status(url: server.url("/file"), code: 401, retryAfter: nil))
                #expect(responder.challenges == [])
            }
        }
    }

    @Test("A password does not follow a redirect to another host, and is asked for there anew") func redirects()
        async throws
    {
        try await FaultServer.with { server in
            server.serve(
                "/file", Self.bytes,
                finally: refusing("Basic realm=r", unless: Self.basic))
            server.serve("/start", [], finally: .redirect(to: server.url("/file", host: "localhost")))
            let responder = ScriptedResponder { challenge in
                challenge.host == "localhost" ? .cancel : .credential(Self.right)
            }
            try await ServedFile.fetch(from: server, responder)
            let error = await ServedFile.failure { try await ServedFile.fetch("/start", from: server, responder) }
            guard case .authenticationCancelled = error else { Issue.record("\(String(describing: error))"); return }
            #expect(server.requests.last { $0.path == "/start" }?["Authorization"] == Self.basic)
            #expect(server.requests.last { $0.path == "/file" }?["Authorization"] == nil)
            #expect(responder.challenges.map(\.host) == ["127.0.0.1", "localhost"])
        }
    }

    @Test("What the app sends by itself gives way to what the server asks for") func ownHeader() async throws {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes, finally: refusing("Basic realm=r", unless: Self.basic))
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            let field = HTTPField(name: "Authorization", value: "Bearer old")
            try await ServedFile.fetch(from: server, headers: [field], responder)
            #expect(server.requests.map { $0["Authorization"] } == ["Bearer old", Self.basic])
        }
    }
}
