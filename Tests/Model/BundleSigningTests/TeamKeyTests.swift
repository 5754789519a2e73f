// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BundleSigning
import Foundation
import SystemSupport
import Testing

@Suite struct TeamKeyTests {
    @Test("A17: a team is kept in a file for its owner alone, and read again")
    func keepsKeys() async throws {
        try await TemporaryFolder.with { folder async throws in
            let teams = TeamFolder(path: folder.path("config/teams"))
            #expect(try teams.names().isEmpty)
            let key = TeamKey()
            try teams.add(key, as: "studio")
            #expect(try teams.key(of: "studio").team == key.team)
            #expect(FileStatus(path: teams.path(of: "studio"))?.permissions == 0o600)
            #expect(FileStatus(path: teams.path)?.permissions == 0o700)
            #expect(throws: SigningError.teamExists("studio")) { try teams.add(TeamKey(), as: "studio") }
            #expect(throws: SigningError.teamNotFound("other", known: ["studio"])) { try teams.key(of: "other") }
            #expect(throws: SigningError.self) { try teams.add(TeamKey(), as: "../studio") }
            try teams.export("studio", to: folder.path("moved.pem"))
            #expect(FileStatus(path: folder.path("moved.pem"))?.permissions == 0o600)
            #expect(try TeamFolder.key(inFile: folder.path("moved.pem")).team == key.team)
            // Nothing is written over.
            #expect(throws: SigningError.self) { try teams.export("studio", to: folder.path("moved.pem")) }
        }
    }

    @Test("A17: a private key that others may read is refused", arguments: [0o640, 0o604, 0o660, 0o644])
    func refusesExposedKeys(mode: Int) async throws {
        try await TemporaryFolder.with { folder async throws in
            let teams = TeamFolder(path: folder.path)
            try teams.add(TeamKey(), as: "studio")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: teams.path(of: "studio"))
            #expect(throws: SigningError.keyExposed(path: teams.path(of: "studio"))) { try teams.key(of: "studio") }
        }
    }

    @Test(
        "A17: what is no key of a team is refused",
        arguments: [
            "", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\nMC4=\n",
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VuBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n"
                + "-----END PRIVATE KEY-----\n",
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4=\n"
                + "-----END PRIVATE KEY-----\n", "no key at all",
        ])
    func refusesOtherKeys(text: String) {
        #expect(throws: SigningError.keyMalformed(subject: "file")) { try TeamKey(pem: text, subject: "file") }
    }

    @Test("A17: a key from another tool is read, and has its known public half")
    func readsPKCS8() throws {
        // RFC 8032, section 7.1, test 1, in the envelope of RFC 8410.
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMRE
            ScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """
        let key = try TeamKey(pem: pem, subject: "file")
        #expect(key.team.publicKey == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        #expect(TeamIdentity(publicKey: key.team.publicKey) == key.team)
        #expect(key.team.fingerprint.count == 23)
        #expect(TeamIdentity(publicKey: key.team.publicKey.uppercased()) == nil)
        #expect(TeamIdentity(publicKey: "d75a") == nil)
    }

    @Test("A17: a private key does not show when it is printed or dumped")
    func isNotShown() throws {
        let pem =
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"
        let key = try TeamKey(pem: pem, subject: "file")
        var text = "\(key) \(String(reflecting: key))"
        dump(key, to: &text)
        for secret in ["9d61b19d", "nWGx", "157, 97", "Curve"] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test("A17: teams lie where XDG_CONFIG_HOME says, else below the home folder")
    func placeOfTeams() throws {
        #expect(
            try TeamFolder(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]).path == "/c/background-assets/teams")
        #expect(
            try TeamFolder(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c"]).path
                == "/h/.config/background-assets/teams")
        #expect(throws: SigningError.self) { try TeamFolder(environment: [:]) }
    }
}
