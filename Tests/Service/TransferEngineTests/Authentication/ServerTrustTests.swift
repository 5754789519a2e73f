// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Synchronization
import Testing

@testable import TransferEngine

/// Real servers that an app judges, and that want to see a certificate.
@Suite("Trust in servers", .timeLimit(.minutes(5))) struct ServerTrustTests {
    private static let bytes: [UInt8] = Array("a file".utf8)

    @Test(
        "A16: an app may trust a server that the system does not, and is told why that does not",
        arguments: [FaultServer.Certificate.unknownAuthority, .expired, .notYetValid, .wrongHost])
    func distrusted(_ certificate: FaultServer.Certificate) async throws {
        try await FaultServer.with(certificate: certificate) { server in
            server.serve("/file", Self.bytes)
            let trusting = ScriptedResponder(judges: true) { _ in .trust }
            for _ in 0..<2 { try await ServedFile.check(Self.bytes, from: server, trusting) }
            #expect(trusting.methods == [.serverTrust])
            let challenge = try #require(trusting.challenges.first)
            #expect(challenge.certificates.count == 1)
            #expect(challenge.distrust != nil)
            let count = server.requests.count
            let asIs = ScriptedResponder(judges: true) { _ in .performDefaultHandling }
            for _ in 0..<2 {
                guard case .untrusted? = await ServedFile.failure({ try await ServedFile.fetch(from: server, asIs) })
                else { Issue.record("not refused"); return }
            }
            // It may say something else when it is asked again.
            #expect(asIs.methods == [.serverTrust, .serverTrust])
            #expect(server.requests.count == count)
        }
    }

    @Test("A16: an app may refuse a server that the system trusts: no request is sent to it") func refused()
        async throws
    {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes)
            for answer in [ChallengeAnswer.cancel, .rejectProtectionSpace] {
                let responder = ScriptedResponder(judges: true) { _ in answer }
                let error = await ServedFile.failure { try await ServedFile.fetch(from: server, responder) }
                #expect(
                    error == .untrusted(url: server.url("/file"), reason: "its app does not trust it"))
                #expect(responder.challenges.first?.distrust == nil)
            }
            #expect(server.requests.isEmpty)
            let absent = ScriptedResponder(judges: true) { _ in .nobody }
            for _ in 0..<2 { try await ServedFile.check(Self.bytes, from: server, absent) }
            #expect(absent.methods == [.serverTrust, .serverTrust])
        }
    }

    @Test("A16: trust is in one certificate: with another, the app is asked again") func renewal() async throws {
        let responder = ScriptedResponder(judges: true) { _ in .trust }
        let port = try await FaultServer.with(certificate: .unknownAuthority) { server in
            server.serve("/file", Self.bytes)
            try await ServedFile.fetch(from: server, responder)
            return server.port
        }
        try await FaultServer.with(certificate: .unknownAuthority, port: port) { server in
            server.serve("/file", Self.bytes)
            try await ServedFile.check(Self.bytes, from: server, responder)
        }
        #expect(responder.methods == [.serverTrust, .serverTrust])
        #expect(responder.challenges[0].certificates != responder.challenges[1].certificates)
    }

    @Test(
        "A16: a certificate that the server does not take is told as such, and the app asked for another the next time")
    func rejectedCertificate() async throws {
        try await FaultServer.with(demandsClients: true) { server in
            server.serve("/file", Self.bytes)
            let right = try server.clientIdentity()
            // Of another authority.
            let wrong = try await FaultServer.with(demandsClients: true) { try $0.clientIdentity() }
            let count = Mutex(0)
            let responder = ScriptedResponder(judges: true) { challenge in
                guard challenge.method == .clientCertificate else { return .performDefaultHandling }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let identity = number == 1 ? wrong : right
                return .identity(.init(.pem(certificates: identity.certificate, privateKey: identity.key)))
            }
            let error = await ServedFile.failure { try await ServedFile.fetch(from: server, responder) }
            #expect(error == .clientCertificateRejected(url: server.url("/file")))
            try await ServedFile.check(Self.bytes, from: server, responder)
            try await ServedFile.check(Self.bytes, from: server, responder)
            #expect(count.withLock { $0 } == 2)
        }
    }

    @Test("A16: a server that wants a certificate gets the app's, and says so when there is none") func clients()
        async throws
    {
        try await FaultServer.with(demandsClients: true) { server in
            server.serve("/file", Self.bytes)
            let identity = try server.clientIdentity()
            let answering = ScriptedResponder(judges: true) { challenge in
                challenge.method == .serverTrust
                    ? .performDefaultHandling
                    : .identity(.init(.pem(certificates: identity.certificate, privateKey: identity.key)))
            }
            for _ in 0..<2 { try await ServedFile.check(Self.bytes, from: server, answering) }
            #expect(answering.methods == [.serverTrust, .clientCertificate])
            // Both at once: a certificate of the client, and trust in one of the server.
            let both = ScriptedResponder(judges: true) { challenge in
                challenge.method == .serverTrust
                    ? .trust : .identity(.init(.pem(certificates: identity.certificate, privateKey: identity.key)))
            }
            try await ServedFile.check(Self.bytes, from: server, trusting: "", both)
            let withholding = ScriptedResponder(judges: true) { _ in .performDefaultHandling }
            for responder in [nil, withholding, withholding] {
                let error = await ServedFile.failure { try await ServedFile.fetch(from: server, responder) }
                #expect(error == .clientCertificateRequired(url: server.url("/file")))
            }
            #expect(
                withholding.methods == [.serverTrust, .clientCertificate, .serverTrust, .clientCertificate])
            let broken = ScriptedResponder(judges: true) { challenge in
                challenge.method == .serverTrust
                    ? .performDefaultHandling : .identity(.init(.pkcs12([1, 2, 3], passphrase: "secret")))
            }
            let error = await ServedFile.failure { try await ServedFile.fetch(from: server, broken) }
            guard case .certificate(let reason)? = error else { Issue.record("\(String(describing: error))"); return }
            #expect(!reason.contains("secret"))
        }
    }
}
