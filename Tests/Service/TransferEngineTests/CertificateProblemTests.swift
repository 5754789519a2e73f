// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import NIOSSL
import Testing

@testable import TransferEngine

/// What is said of a certificate that is not trusted; the texts are tested with the whole service.
@Suite(.timeLimit(.minutes(2)))
struct CertificateProblemTests {
    @Test func whatHasExpiredIsNotTaken() async throws {
        try await FaultServer.with { server in
            let now = Date().timeIntervalSince1970
            let taken = try TrustedCertificates.parse(server.authorityPEM, now: now)
            let pem = try #require(taken.values.first)
            let end = TrustedCertificates.end(of: pem)
            #expect(taken.count == 1 && end > now)
            let error = #expect(throws: TransferError.self) {
                try TrustedCertificates.parse(server.authorityPEM, now: end)
            }
            #expect(error?.description.contains("\(taken.keys.first ?? "-") expired at 2") == true)
            #expect(TrustedCertificates.end(of: "nonsense") == 0)
        }
    }

    @Test func aTrustedServerIsNotAskedTwice() async throws {
        try await FaultServer.with { server in
            server.serve("/manifest", [1])
            let logger = Logger(label: "test")
            let transport = try HTTPTransport(group: .singleton, trustedPEM: [server.authorityPEM], logger: logger)
            _ = try await transport.document(at: HTTPAddress(server.url("/manifest")), limit: 10)
            await #expect(throws: TransferError.self) {
                try await transport.document(at: HTTPAddress(server.url("/nothing")), limit: 10)
            }
            await transport.shutdown()
            await server.wait { $0.requests.count == 2 }
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [FaultServer.Certificate.valid, .unknownAuthority])
    func theProbeSeesTheChainAndSendsNoRequest(_ certificate: FaultServer.Certificate) async throws {
        try await FaultServer.with(certificate: certificate) { server in
            let probe = ServerProbe(group: MultiThreadedEventLoopGroup.singleton)
            for host in ["127.0.0.1", "localhost"] {
                let chain = await probe.chain(of: try HTTPAddress(server.url("/", host: host)))
                #expect(chain.first.map(CertificateProblem.names) == ["localhost", "127.0.0.1", "::1"])
                #expect(CertificateProblem(refused: chain, now: Date()) == .unknownAuthority)
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func theServersOwnCertificateComesFirst() async throws {
        let probe = ServerProbe(group: MultiThreadedEventLoopGroup.singleton)
        func shown(_ certificate: FaultServer.Certificate) async throws -> [NIOSSLCertificate] {
            try await FaultServer.with(certificate: certificate) { server in
                await probe.chain(of: try HTTPAddress(server.url("/")))
            }
        }
        let (good, ended) = (try await shown(.valid), try await shown(.expired))
        let now = Date()
        let end = Date(timeIntervalSince1970: Double(try #require(ended.first).notValidAfter))
        #expect(CertificateProblem(refused: ended + good, now: now) == .expired(at: end, now: now))
        #expect(CertificateProblem(refused: good + ended, now: now) == .chainExpired(at: end, now: now))
        let early = CertificateProblem(refused: try await shown(.notYetValid), now: now)
        guard case .notYetValid(let begin, _) = early else {
            Issue.record("\(early)")
            return
        }
        #expect(begin > now && "\(early)".contains(begin.formatted(.iso8601)))
    }

    @Test func whoeverCannotBeAskedIsUnknown() async throws {
        let probe = ServerProbe(group: MultiThreadedEventLoopGroup.singleton)
        try await FaultServer.with(certificate: nil) { plain in
            let address = try HTTPAddress("https://127.0.0.1:\(plain.port)/")
            let chain = await probe.chain(of: address)
            #expect(chain.isEmpty)
            #expect(CertificateProblem(refused: chain, now: Date()) == .unknown)
        }
        let nobody = await probe.chain(of: try HTTPAddress("https://127.0.0.1:1/"))
        #expect(nobody.isEmpty)
    }
}
