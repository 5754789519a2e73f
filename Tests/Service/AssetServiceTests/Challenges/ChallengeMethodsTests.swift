// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackArchives
import AssetPackModel
import AssetTestSupport
import Foundation
import FoundationNetworking
import ServiceInterface
import Testing

@testable import BackgroundAssets

/// What servers may ask, besides a password for Basic, and how an app's delegate and its extension answer with Foundation's types.
@Suite("Methods of challenges", .timeLimit(.minutes(5))) struct ChallengeMethodsTests {
    private static let bytes: [UInt8] = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 9) }
    private static let digest = "Digest realm=\"vault\", qop=\"auth\", algorithm=SHA-256, nonce=\"n0\""
    private static let token = "t0ken-of-the-app"

    private func with(_ body: (ChallengeTests.Rig) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            try await world.install()
            try await body(ChallengeTests.Rig(world: world, manager: try await world.manager()))
        }
    }

    private func refuse(
        _ path: String, _ challenge: String, of world: ServiceWorld,
        unless isRight: @escaping @Sendable (FaultServer.Request) -> Bool
    ) {
        world.server.serve(
            path, Self.bytes,
            finally: .status(401, headers: [("WWW-Authenticate", challenge)]).unless(isRight))
    }

    /// Whether a request proves by RFC 7616 that who asks knows a password.
    private static func proves(_ request: FaultServer.Request, _ user: String, _ password: String) -> Bool {
        guard let value = request["Authorization"], value.hasPrefix("Digest ") else { return false }
        let pairs = value.dropFirst("Digest ".count).split(separator: ",").map { pair in
            pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .init(charactersIn: " \"")) }
        }
        func field(_ name: String) -> String? { pairs.first { $0.count == 2 && $0[0] == name }?[1] }
        func hash(_ text: String) -> String { SHA256Digest.of(Array(text.utf8)).description }
        guard let cnonce = field("cnonce"), let count = field("nc"), let response = field("response") else {
            return false
        }
        let secret = hash("\(user):vault:\(password)")
        let asked = hash("\(request.method):\(request.target)")
        return field("username") == user && field("uri") == request.target
            && response == hash("\(secret):n0:\(count):\(cnonce):auth:\(asked)")
    }

    /// What a delegate is asked, and what it answers.
    private func delegate(_ credential: URLCredential, for method: String) -> HandlerDelegate {
        HandlerDelegate { challenge, handler in
            let space = challenge.protectionSpace
            guard space.authenticationMethod == method else { return handler(.performDefaultHandling, nil) }
            handler(.useCredential, credential)
        }
    }

    @Test("A16: Digest, answered by a delegate: the password itself goes nowhere") func digestByDelegate() async throws
    {
        try await with { rig in
            refuse("/one", Self.digest, of: rig.world) { Self.proves($0, "delegate", "p4ss") }
            let delegate = delegate(
                URLCredential(user: "delegate", password: "p4ss", persistence: .forSession),
                for: NSURLAuthenticationMethodHTTPDigest)
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            try await rig.waitFor("finished one", delegate)
            #expect(delegate.lines.contains("challenged one \(NSURLAuthenticationMethodHTTPDigest) 0"))
            #expect(rig.world.server.requests.allSatisfy { $0["Authorization"]?.contains("p4ss") != true })
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A16: Digest, answered by the extension when no process is there") func digestByExtension() async throws {
        try await with { rig in
            refuse("/one", Self.digest, of: rig.world) { Self.proves($0, "extension", "hUsH") }
            try await rig.world.schedule(rig.world.file("one"))
            _ = try await rig.world.wait { rig.world.cached("one.finished") }
        }
    }

    @Test("A16: a token for Bearer is the password of the credential, by a delegate or the extension")
    func bearer() async throws {
        try await with { rig in
            let challenge = "Bearer realm=\"vault\", error=\"invalid_token\""
            refuse("/one", challenge, of: rig.world) { $0["Authorization"] == "Bearer hUsH" }
            try await rig.world.schedule(rig.world.file("one"))
            _ = try await rig.world.wait { rig.world.cached("one.finished") }
            refuse("/two", challenge, of: rig.world) { $0["Authorization"] == "Bearer " + Self.token }
            let delegate = delegate(
                URLCredential(user: "", password: Self.token, persistence: .forSession),
                for: NSURLAuthenticationMethodHTTPBearer)
            rig.manager.delegate = delegate
            try await rig.schedule("two")
            try await rig.waitFor("finished two", delegate)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A16: a certificate of the client, by a delegate: URLCredential(identity:)") func clientCertificate()
        async throws
    {
        try await FaultServer.with(demandsClients: true) { other in
            try await with { rig in
                other.serve("/one", Self.bytes)
                _ = try await rig.world.call(ControlInterface.Trust(pem: other.authorityPEM))
                let identity = try other.clientIdentity()
                let delegate = delegate(
                    URLCredential(
                        identity: SecIdentity(certificates: identity.certificate, privateKey: identity.key),
                        certificates: nil, persistence: .forSession),
                    for: NSURLAuthenticationMethodClientCertificate)
                rig.manager.delegate = delegate
                try await rig.schedule("one", url: other.url("/one"))
                try await rig.waitFor("finished one", delegate)
                #expect(delegate.lines.contains("challenged one \(NSURLAuthenticationMethodClientCertificate) 0"))
                withExtendedLifetime(delegate) {}
            }
        }
    }

    @Test("A16: a server that asks for a certificate and gets none is told as such") func noCertificate() async throws {
        try await FaultServer.with(demandsClients: true) { other in
            try await with { rig in
                other.serve("/one", Self.bytes)
                _ = try await rig.world.call(ControlInterface.Trust(pem: other.authorityPEM))
                let delegate = HandlerDelegate { challenge, handler in
                    let method = challenge.protectionSpace.authenticationMethod
                    handler(
                        method == NSURLAuthenticationMethodClientCertificate
                            ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
                }
                rig.manager.delegate = delegate
                try await rig.schedule("one", url: other.url("/one"))
                _ = try await rig.world.wait { delegate.lines.contains { $0.hasPrefix("failed one") } ? true : nil }
                #expect(!delegate.lines.contains("finished one"))
                #expect(other.requests.isEmpty)
                withExtendedLifetime(delegate) {}
            }
        }
    }
}
