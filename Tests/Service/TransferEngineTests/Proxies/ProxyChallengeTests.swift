// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// Proxies that want to know who asks.
@Suite("Challenges of proxies", .timeLimit(.minutes(5))) struct ProxyChallengeTests {
    private static let bytes = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 5) })
    private static let right = HTTPCredential(user: "u", password: "p")
    private static let basic = "Basic dTpw"

    private func policy(_ proxy: FaultProxy) -> ProxyPolicy { ProxyPolicy(setting: proxy.address, environment: [:]) }

    private func with(
        _ challenges: [String] = ["Basic realm=\"office\""], unless value: String = basic,
        _ body: (FaultServer, FaultProxy) async throws -> Void
    ) async throws {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes)
            try await FaultProxy.with { proxy in
                proxy.behave(finally: .demand(challenges, unless: value))
                try await body(server, proxy)
            }
        }
    }

    private func told(_ proxy: FaultProxy) -> [String?] { proxy.connects.map { $0["Proxy-Authorization"] } }

    @Test("A16: the app is asked for the proxy's password once; it is kept, and goes to no server") func basic()
        async throws
    {
        try await with { server, proxy in
            server.serve("/start", [], finally: .redirect(to: server.url("/file", host: "localhost")))
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), responder)
            let challenge = try #require(responder.challenges.first)
            #expect(challenge.isProxy && challenge.method == .httpBasic && challenge.realm == "office")
            #expect(challenge.host == "127.0.0.1" && challenge.port == proxy.port)
            #expect("\(challenge)".hasPrefix("the proxy 127.0.0.1:\(proxy.port) wants a name and a password"))
            let count = proxy.connects.count
            try await ServedFile.check(Self.bytes, "/start", from: server, through: policy(proxy), responder)
            #expect(responder.challenges.count == 1)
            #expect(told(proxy).dropFirst(count).allSatisfy { $0 == Self.basic })
            #expect(server.requests.allSatisfy { $0["Proxy-Authorization"] == nil && $0["Authorization"] == nil })
        }
    }

    @Test("A16: a wrong password is asked for again, with the number of failures, five times") func wrongPasswords()
        async throws
    {
        try await with { server, proxy in
            let late = ScriptedResponder { challenge in
                .credential(.init(user: "u", password: challenge.previousFailures == 2 ? "p" : "wrong"))
            }
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), late)
            #expect(late.challenges.map(\.previousFailures) == [0, 1, 2])
            let never = ScriptedResponder { _ in .credential(.init(user: "u", password: "wrong")) }
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), never)
            }
            guard case .proxyAuthentication(_, _, let reason)? = error else {
                Issue.record("\(String(describing: error))"); return
            }
            #expect(reason.contains("does not take"))
            #expect(error?.remedy == .giveUp)
            #expect(never.challenges.map(\.previousFailures) == [0, 1, 2, 3, 4])
            #expect("\(String(describing: error))".contains("wrong") == false)
        }
    }

    @Test("A proxy that asks for something else each time comes to an end") func changingRealms() async throws {
        try await with { server, proxy in
            proxy.behave((0..<20).map { .demand(["Basic realm=\"\($0)\""], unless: "-") })
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), responder)
            }
            #expect(error?.remedy == .giveUp)
            #expect(responder.challenges.count == 5)
        }
    }

    @Test("A16: what was kept and is refused later is asked for again; what serves once is not kept") func kept()
        async throws
    {
        try await with { server, proxy in
            let once = ScriptedResponder { _ in .credential(.init(user: "u", password: "p", isKept: false)) }
            for _ in 0..<2 { try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), once) }
            #expect(once.methods == [.httpBasic, .httpBasic])
            let kept = ScriptedResponder { challenge in
                .credential(.init(user: "u", password: challenge.previousFailures == 0 ? "p" : "new"))
            }
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), kept)
            proxy.behave(finally: .demand(["Basic realm=\"office\""], unless: "Basic dTpuZXc="))
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), kept)
            #expect(kept.challenges.map(\.previousFailures) == [0, 1])
        }
    }

    @Test("A16: a token; the next way when one is rejected; what the app decides otherwise") func otherWays()
        async throws
    {
        let offered = ["Bearer realm=\"office\"", "Basic realm=\"office\""]
        try await with(offered, unless: "Bearer t0k-en") { server, proxy in
            let token = ScriptedResponder { _ in .credential(.init(user: "", password: "t0k-en")) }
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), token)
            #expect(token.methods == [.httpBearer])
            proxy.behave(finally: .demand(offered, unless: Self.basic))
            let rejecting = ScriptedResponder { challenge in
                challenge.method == .httpBearer ? .rejectProtectionSpace : .credential(Self.right)
            }
            try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), rejecting)
            #expect(rejecting.methods == [.httpBearer, .httpBasic])
            #expect(rejecting.challenges.map(\.previousFailures) == [0, 0])
            func failure(_ answer: ChallengeAnswer) async -> TransferError? {
                await ServedFile.failure {
                    try await ServedFile.fetch(
                        from: server, through: policy(proxy), ScriptedResponder { _ in answer })
                }
            }
            for answer in [ChallengeAnswer.performDefaultHandling, .nobody, .trust, .rejectProtectionSpace] {
                guard case .proxyAuthentication? = await failure(answer) else { Issue.record("\(answer)"); return }
            }
            guard case .authenticationCancelled? = await failure(.cancel) else { Issue.record("cancel"); return }
            #expect(await failure(.unanswered(reason: "later"))?.remedy == .retry(after: nil))
            #expect(
                await failure(.credential(.init(user: "a\n", password: "")))?.description.contains("cannot be sent")
                    == true)
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "Ways that are not known here are named, with nobody asked",
        arguments: [["Digest realm=r, nonce=n"], ["Negotiate", "NTLM"], [], [String(repeating: "x", count: 9000)]])
    func unknownWays(_ challenges: [String]) async throws {
        try await with(challenges, unless: "-") { server, proxy in
            let responder = ScriptedResponder { _ in .credential(Self.right) }
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), responder)
            }
            guard case .proxyAuthentication(_, _, let reason)? = error else {
                Issue.record("\(String(describing: error))"); return
            }
            let names =
                challenges.contains("NTLM")
                ? "negotiate, ntlm"
                : challenges.first?.hasPrefix("Digest") == true
                    ? "digest" : "it names none"
            #expect(reason.contains("not known here (\(names))"), "\(reason)")
            #expect(responder.challenges == [])
        }
    }

    @Test("What the environment knows is sent at once; when it is wrong, the app is asked") func environment()
        async throws
    {
        try await with { server, proxy in
            func policy(_ user: String) -> ProxyPolicy {
                // Loopback hosts are spared by what the environment names: this one is none.
                ProxyPolicy(setting: "auto", environment: ["https_proxy": "http://\(user)@127.0.0.1:\(proxy.port)"])
            }
            func fetch(_ policy: ProxyPolicy, _ responder: ScriptedResponder?) async -> TransferError? {
                await ServedFile.failure {
                    try await ServedFile.fetch(from: server, host: "game.invalid", through: policy, responder)
                }
            }
            // The name leads nowhere: the proxy lets through and says so.
            let known = ScriptedResponder { _ in .cancel }
            #expect(await fetch(policy("u:p"), known)?.description.contains("status 502") == true)
            #expect(known.challenges == [])
            #expect(told(proxy).allSatisfy { $0 == Self.basic })
            let asked = ScriptedResponder { _ in .credential(Self.right) }
            #expect(await fetch(policy("u:wrong"), asked)?.description.contains("status 502") == true)
            #expect(asked.challenges.map(\.previousFailures) == [1])
            let error = await fetch(policy("u:wrong"), nil)
            #expect(error?.description.contains("does not take") == true)
            #expect(error?.description.contains("wrong") == false)
        }
    }

    @Test("Documents, for which nobody is asked, take what the environment knows, or end with what to do")
    func documents() async throws {
        try await with { server, proxy in
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [server.authorityPEM], proxies: policy(proxy),
                logger: Logger(label: "test"))
            let address = try HTTPAddress(server.url("/file"))
            let error = await ServedFile.failure { _ = try await transport.document(at: address, limit: 1 << 20) }
            #expect(error?.description.contains("https_proxy of the service's environment") == true)
            await transport.shutdown()
        }
    }

    @Test("A16: before the server shows itself, the proxy has its answer: both are asked for, in this order")
    func judging() async throws {
        try await FaultServer.with(certificate: .unknownAuthority) { server in
            server.serve(
                "/file", Self.bytes,
                finally: .status(401, headers: [("WWW-Authenticate", "Basic realm=vault")])
                    .unless("Authorization", "Basic czpz"))
            try await FaultProxy.with { proxy in
                proxy.behave(finally: .demand(["Basic realm=office"], unless: Self.basic))
                let responder = ScriptedResponder(judges: true) { challenge in
                    if challenge.method == .serverTrust { return .trust }
                    return .credential(challenge.isProxy ? Self.right : .init(user: "s", password: "s"))
                }
                try await ServedFile.check(
                    Self.bytes, from: server, trusting: "", through: policy(proxy), responder)
                #expect(responder.challenges.map(\.isProxy) == [true, false, false])
                #expect(responder.methods == [.httpBasic, .serverTrust, .httpBasic])
                #expect(server.requests.last?["Authorization"] == "Basic czpz")
                #expect(proxy.connects.allSatisfy { $0["Authorization"] == nil })
            }
        }
    }
}
