// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import SwiftASN1
import SystemSupport
import Testing
import X509

@testable import HostingIdentity

@Suite struct ServerIdentityTests {
    private let hosts = [HostName.localhost]

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    @Test("C10: an authority and a leaf are made once and kept") func madeOnceAndKept() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder + "/deep/below", purpose: "Test")
            let first = try ServerIdentity.own(for: hosts, in: data)
            #expect(first.authorityIsNew)
            let second = try ServerIdentity.own(for: hosts, in: data)
            #expect(!second.authorityIsNew)
            #expect(second.authority == first.authority)
            #expect(second.identity.chain == first.identity.chain)
            #expect(try mode(data.folder.path) == 0o700)
            for name in ["ca.pem", "ca-key.pem", "leaf.pem", "leaf-key.pem"] {
                #expect(try mode(data.path(of: name)) == 0o600)
            }
        }
    }

    @Test func certificatesAreAsTLSWantsThem() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let address = try HostName("192.0.2.7")
            let own = try ServerIdentity.own(
                for: [.localhost, address], in: IdentityFolder(path: folder, purpose: "Test"))
            let authority = own.authority
            #expect(try authority.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
            #expect(authority.extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true)
            #expect(try authority.extensions.keyUsage?.keyCertSign == true)
            let leaf = try #require(own.identity.chain.first)
            #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
            #expect(try leaf.extensions.keyUsage?.digitalSignature == true)
            #expect(try leaf.extensions.extendedKeyUsage?.contains(.serverAuth) == true)
            #expect(
                try leaf.extensions.authorityKeyIdentifier?.keyIdentifier
                    == authority.extensions.subjectKeyIdentifier?.keyIdentifier)
            #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) < 825 * 86400)
            #expect(authority.publicKey.isValidSignature(leaf.signature, for: leaf))
            #expect(leaf.issuer == authority.subject)
            #expect(own.identity.covers(.localhost))
            #expect(own.identity.covers(address))
            #expect(!own.identity.covers(try HostName("192.0.2.8")))
            #expect(!own.identity.covers(try HostName("elsewhere.example")))
            // X509's own verifier agrees.
            var verifier = Verifier(rootCertificates: CertificateStore([authority])) {
                RFC5280Policy()
                ServerIdentityPolicy(serverHostname: "localhost", serverIP: nil)
            }
            let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore())
            guard case .validCertificate = result else {
                Issue.record("the leaf is refused: \(result)")
                return
            }
        }
    }

    @Test("C10: a new host gets a new leaf under the same authority")
    func aNewHostGetsANewLeafUnderTheSameAuthority() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            let first = try ServerIdentity.own(for: hosts, in: data)
            let name = try HostName("packs.example")
            let second = try ServerIdentity.own(for: hosts + [name], in: data)
            #expect(second.authority == first.authority)
            #expect(second.identity.chain != first.identity.chain)
            #expect(second.identity.covers(name))
        }
    }

    @Test func aLeafNearItsEndIsRenewed() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            let first = try ServerIdentity.own(for: hosts, in: data)
            let later = try ServerIdentity.own(for: hosts, in: data, now: Date() + 300 * 86400)
            #expect(later.identity.chain == first.identity.chain)
            let near = try ServerIdentity.own(for: hosts, in: data, now: Date() + 370 * 86400)
            #expect(near.identity.chain != first.identity.chain)
            #expect(near.authority == first.authority)
        }
    }

    @Test func anAuthorityAtItsEndIsReplaced() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            let first = try ServerIdentity.own(for: hosts, in: data)
            let later = try ServerIdentity.own(for: hosts, in: data, now: Date() + 9.5 * 365 * 86400)
            #expect(later.authorityIsNew)
            #expect(later.authority != first.authority)
            #expect(
                later.authority.publicKey.isValidSignature(
                    try #require(later.identity.chain.first).signature, for: try #require(later.identity.chain.first)))
        }
    }

    @Test func aKeyThatOthersCanReadIsRefused() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            _ = try ServerIdentity.own(for: hosts, in: data)
            #expect(chmod(data.path(of: "ca-key.pem"), 0o644) == 0)
            #expect(throws: IdentityError.exposedKey(path: data.path(of: "ca-key.pem"), permissions: 0o644)) {
                try ServerIdentity.own(for: hosts, in: data)
            }
        }
    }

    @Test(
        arguments: ["ca.pem", "ca-key.pem", "leaf.pem", "leaf-key.pem"],
        ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
    func damagedFilesAreNamed(name: String, content: String) async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            _ = try ServerIdentity.own(for: hosts, in: data)
            try FileManager.default.removeItem(atPath: data.path(of: name))
            #expect(
                FileManager.default.createFile(
                    atPath: data.path(of: name), contents: Data(content.utf8), attributes: [.posixPermissions: 0o600]))
            let error = #expect(throws: IdentityError.self) { try ServerIdentity.own(for: hosts, in: data) }
            #expect(error?.description.contains(name) == true)
        }
    }

    @Test func aMissingHalfIsMadeAnew() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            let first = try ServerIdentity.own(for: hosts, in: data)
            try FileManager.default.removeItem(atPath: data.path(of: "leaf.pem"))
            #expect(try ServerIdentity.own(for: hosts, in: data).authority == first.authority)
            try FileManager.default.removeItem(atPath: data.path(of: "ca.pem"))
            let third = try ServerIdentity.own(for: hosts, in: data)
            #expect(third.authorityIsNew)
            #expect(third.authority != first.authority)
        }
    }

    @Test func manyServersMakeOneAuthority() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let authorities = try await withThrowingTaskGroup(of: Certificate.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try ServerIdentity.own(for: [.localhost], in: IdentityFolder(path: folder, purpose: "Test"))
                            .authority
                    }
                }
                return try await group.reduce(into: Set<Certificate>()) { $0.insert($1) }
            }
            #expect(authorities.count == 1)
        }
    }

    @Test("C10: an identity may be given, in either order") func identityFilesInEitherOrder() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            let own = try ServerIdentity.own(for: hosts, in: data).identity
            let (certificate, key) = (data.path(of: "leaf.pem"), data.path(of: "leaf-key.pem"))
            #expect(try ServerIdentity.files([certificate, key]).chain == own.chain)
            #expect(try ServerIdentity.files([key, certificate]).chain == own.chain)
            let both = folder + "/both.pem"
            try (String(contentsOfFile: key, encoding: .utf8) + String(contentsOfFile: certificate, encoding: .utf8))
                .write(toFile: both, atomically: true, encoding: .utf8)
            #expect(try ServerIdentity.files([both]).chain == own.chain)
            _ = try own.tlsConfiguration()
        }
    }

    @Test func identityFilesThatDoNotFit() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let data = IdentityFolder(path: folder, purpose: "Test")
            _ = try ServerIdentity.own(for: hosts, in: data)
            func problem(_ names: String..., now: Date = Date()) -> String {
                let error = #expect(throws: IdentityError.self) {
                    try ServerIdentity.files(names.map(data.path(of:)), now: now)
                }
                return error?.description ?? ""
            }
            #expect(problem("leaf.pem").contains("no private key"))
            #expect(problem("leaf-key.pem").contains("no certificate"))
            #expect(problem("ca.pem", "leaf-key.pem").contains("does not belong"))
            #expect(problem("leaf-key.pem", "ca-key.pem").contains("no certificate"))
            #expect(problem("leaf.pem", "missing.pem").contains("missing.pem"))
            #expect(problem("leaf.pem", "leaf-key.pem", now: Date() + 500 * 86400).contains("valid from"))
            #expect(problem("leaf.pem", "leaf-key.pem", now: Date() - 500 * 86400).contains("valid from"))
            let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n"
            try encrypted.write(toFile: data.path(of: "secret.pem"), atomically: true, encoding: .utf8)
            #expect(problem("leaf.pem", "secret.pem").contains("encrypted"))
        }
    }
}
