// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A server that cannot prove who it is gives no manifest and no pack, and the error says how it could be trusted.
@Suite(.timeLimit(.minutes(2)))
struct UntrustedServerTests {
    /// What is said of each kind, and what is not: advice that cannot help.
    private static func words(_ certificate: FaultServer.Certificate) -> (said: [String], unsaid: [String]) {
        switch certificate {
        case .expired:
            (["its certificate expired at 2", "the server needs a new one", "the clock"], ["ba trust", "authority"])
        case .notYetValid:
            (["its certificate is not valid before 2", "the server needs", "the clock"], ["ba trust", "authority"])
        case .wrongHost:
            (["not for this host, 127.0.0.1, but for elsewhere.example"], ["ba trust", "authority", "expired"])
        default:
            (["signed by an authority that this service does not know", "`ba trust CA.pem`"], ["expired", "clock"])
        }
    }

    @Test(
        "a certificate that is not right is named with its host, what is wrong with it, and the cure",
        arguments: [
            FaultServer.Certificate.expired, .notYetValid, .wrongHost, .unknownAuthority,
        ])
    func aBadCertificate(_ certificate: FaultServer.Certificate) async throws {
        try await World.with(certificate: certificate) { world, server in
            try await world.pack("Extra", files: ["extra": [1]])
            try await world.publish(on: server)
            try await world.makeApp()
            try await world.serving {
                let words = Self.words(certificate)
                let causes =
                    ["the server of \(server.url("/manifest"))", "is not trusted", World.bundleID] + words.said
                let install = try expectSuccess(try await world.ba("install", "Game.app"))
                let get = try await world.get("Extra")
                #expect(get.status != 0)
                let line = try await world.game("get", "Extra").joined()
                for text in [install.errors, get.errors, line] {
                    for cause in causes { #expect(text.contains(cause), "\(text)") }
                    for other in words.unsaid { #expect(!text.contains(other), "\(text)") }
                }
                #expect(server.requests.isEmpty)
                try await world.expectNothingLeft()
            }
        }
    }

    @Test("a certificate that is trusted no longer is refused from then on") func distrust() async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["extra": [1]])
            try await world.publish(on: server)
            try await world.installApp()
            let list = try await expectSuccess(world.ba("trust", "--list", "--json"))
            let certificates = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
            let fingerprint = try #require(certificates?.first?["fingerprint"] as? String)
            #expect(certificates?.count == 1 && fingerprint.count == 64)
            #expect(try await world.ba("trust", "--list").output.contains(fingerprint))
            #expect(try await world.ba("trust", "--remove", "f00").status == 66)

            let removed = try await expectSuccess(world.ba("trust", "--remove", String(fingerprint.prefix(12))))
            #expect(removed.output == "Trusted no longer: \(fingerprint)\n")
            let get = try await world.get("Extra")
            #expect(get.status != 0 && get.errors.contains("is not trusted"), "\(get)")
            #expect(try await world.ba("trust", "--list").output.isEmpty)

            try await world.use(server)
            try await expectSuccess(world.get("Extra"))
        }
    }

    @Test("packs of a good manifest on an untrusted host are not fetched") func packsOnAnUntrustedHost()
        async throws
    {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["extra": [1]])
            try await FaultServer.with(certificate: .unknownAuthority) { stranger in
                try await world.publish(on: stranger)
                server.serve("/manifest", try world.bytes(of: "manifest.json"))
                try await world.installApp()
                try await world.serving {
                    let run = try await world.get("Extra")
                    #expect(run.status != 0)
                    for cause in ["Extra could not be fetched", "the server of \(stranger.url("/Extra"))", "`ba trust"]
                    {
                        #expect(run.errors.contains(cause), "\(run.errors)")
                    }
                    try await world.expectNothingLeft()
                }
            }
        }
    }

    @Test("a server without TLS is named") func aServerWithoutTLS() async throws {
        try await World.with { world, _ in
            try await FaultServer.with(certificate: nil) { plain in
                try await world.makeApp()
                try await world.serving {
                    let refused = try await world.ba("url-override", plain.url(""))
                    #expect(refused.status != 0 && refused.errors.contains("https"), "\(refused.errors)")
                    try await expectSuccess(world.ba("url-override", "https://127.0.0.1:\(plain.port)"))
                    let run = try expectSuccess(try await world.ba("install", "Game.app"))
                    #expect(run.errors.contains("https://127.0.0.1:\(plain.port)/manifest"), "\(run.errors)")
                    #expect(run.errors.contains("TLS handshake failed"), "\(run.errors)")
                    try await world.expectNothingLeft()
                }
            }
        }
    }

    @Test("what is no certificate is not trusted, and changes nothing") func whatIsNoCertificate() async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["extra": [1]])
            try await world.publish(on: server)
            let bad = [
                "", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                String(repeating: "x", count: 100_000),
            ]
            try await world.serving {
                for text in bad {
                    let path = try world.folder.write(text, to: "bad.pem")
                    let run = try await world.ba("trust", path)
                    #expect(run.status != 0, "\(text.prefix(20))")
                    #expect(run.errors.contains("certificate"), "\(run.errors)")
                }
                let key = try await world.ba("trust", world.folder.path("nothing.pem"))
                #expect(key.status != 0 && key.errors.contains("nothing.pem"), "\(key.errors)")
                try await world.installApp()
                try await expectSuccess(world.get("Extra"))
            }
        }
    }
}
