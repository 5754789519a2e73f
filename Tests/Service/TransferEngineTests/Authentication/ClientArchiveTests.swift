// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import TransferEngine

/// Certificates of clients as other programs export them.
@Suite("Identities in PKCS #12 files", .timeLimit(.minutes(5))) struct ClientArchiveTests {
    private static let passphrase = "pa55 wörd"

    /// A file as openssl makes it of a certificate that the server accepts.
    private func archive(_ server: FaultServer, _ options: [String]) async throws -> [UInt8] {
        let identity = try server.clientIdentity()
        return try await TemporaryFolder.with { folder in
            try folder.write(identity.certificate, to: "certificate.pem")
            try folder.write(identity.key, to: "key.pem")
            let run = try await ProgramRun.run(
                "/usr/bin/openssl",
                [
                    "pkcs12", "-export", "-in", "certificate.pem", "-inkey", "key.pem", "-out", "identity.p12",
                    "-passout",
                ]
                    + ["pass:" + Self.passphrase] + options, directory: folder.path)
            try #require(run.status == 0, "\(run.errors)")
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("identity.p12"))))
        }
    }

    private func fetch(_ bytes: [UInt8], _ passphrase: String, from server: FaultServer) async throws -> [UInt8] {
        let responder = ScriptedResponder(judges: true) { challenge in
            challenge.method == .serverTrust
                ? .performDefaultHandling : .identity(.init(.pkcs12(bytes, passphrase: passphrase)))
        }
        return try await ServedFile.fetch(from: server, responder)
    }

    @Test(
        "A16: a server that wants a certificate gets the one of the file, with today's ciphers and with older ones",
        arguments: [[], ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"]])
    func exported(_ options: [String]) async throws {
        try await FaultServer.with(demandsClients: true) { server in
            server.serve("/file", Array("a file".utf8))
            let bytes = try await archive(server, options)
            #expect(try await fetch(bytes, Self.passphrase, from: server) == Array("a file".utf8))
        }
    }

    @Test("A file that its passphrase does not open, or that is cut off, is told, and the passphrase is not")
    func broken() async throws {
        try await FaultServer.with(demandsClients: true) { server in
            server.serve("/file", Array("a file".utf8))
            let bytes = try await archive(server, [])
            for (bytes, passphrase) in [
                (bytes, "another s3cret"), (Array(bytes.prefix(bytes.count / 2)), Self.passphrase),
            ] {
                let error = await #expect(throws: TransferError.self) {
                    _ = try await fetch(bytes, passphrase, from: server)
                }
                guard case .certificate(let reason)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(!reason.contains(passphrase))
            }
        }
    }
}
