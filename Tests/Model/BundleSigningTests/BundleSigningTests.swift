// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import BundleSigning
import Foundation
import SystemSupport
import Testing

@Suite struct BundleSigningTests {
    static let signature = "_CodeSignature/TeamSignature"
    static let inner = "Extensions/D.appex/_CodeSignature/TeamSignature"

    @Test("A17: a bundle is unsigned, is signed by a team, and says by which")
    func signsAndVerifies() throws {
        let bundle = try SampleSignedBundle()
        #expect(try bundle.state() == .unsigned)
        let key = TeamKey()
        let result = try bundle.sign(key)
        #expect(result.identifier == "com.example.coast" && result.extensionCount == 1)
        #expect(try bundle.state() == .signed(key.team))
        // Signing again, by another team, replaces every signature.
        let other = TeamKey()
        try bundle.sign(other)
        #expect(try bundle.state() == .signed(other.team) && other.team != key.team)
    }

    @Test("A17: the same bundle and the same team give the same signature")
    func isCanonical() throws {
        let bundle = try SampleSignedBundle()
        let key = TeamKey()
        try bundle.sign(key)
        let first = try bundle.text(Self.signature)
        try bundle.sign(key)
        let second = try bundle.text(Self.signature)
        // Ed25519 in BoringSSL takes no random numbers.
        #expect(first == second)
        #expect(
            first.hasPrefix(
                "background-assets-signature 1\nkind app\nidentifier com.example.coast\nversion 1.0\nbuild 7\n"))
        #expect(first.contains("\nlink Coast latest\n"))
        #expect(first.contains(" R%C3%A9sum%C3%A9%20of%20a%20coast.txt\n"))
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let body: @Sendable (SampleSignedBundle) throws -> Void
        let words: [String]
        var testDescription: String { name }

        init(_ name: String, _ words: String..., body: @escaping @Sendable (SampleSignedBundle) throws -> Void) {
            (self.name, self.words, self.body) = (name, words, body)
        }
    }

    static let changes = [
        Change("a changed file", "Coast: it was changed") { try $0.write("#!/bin/sh\nevil\n", "Coast", mode: 0o755) },
        Change("same length", "Coast: it was changed") { try $0.write("#!/bin/SH\n", "Coast", mode: 0o755) },
        Change("an added file", "plugin.so: it was added") { try $0.write("x", "plugin.so") },
        Change("an added folder", "empty: it was added") {
            try FileManager.default.createDirectory(atPath: $0.path + "/empty", withIntermediateDirectories: false)
        },
        Change("a file beside the signature", "_CodeSignature/more: it was added") {
            try $0.write("x", "_CodeSignature/more")
        },
        Change("a name in another Unicode form", "it was added after") {
            // A second file, whose name is the same to Swift, and sorts before the first one.
            try $0.write("other", "Re\u{301}sume\u{301} of a coast.txt")
        },
        Change("a removed file", "R\u{E9}sum\u{E9} of a coast.txt: it is gone") {
            try $0.remove("R\u{E9}sum\u{E9} of a coast.txt")
        },
        Change("a link turned", "latest: it is a link to Extensions") {
            try $0.remove("latest")
            try FileManager.default.createSymbolicLink(atPath: $0.path + "/latest", withDestinationPath: "Extensions")
        },
        Change("a link for a file", "Coast: it is a symbolic link") {
            try $0.remove("Coast")
            try FileManager.default.createSymbolicLink(atPath: $0.path + "/Coast", withDestinationPath: "/bin/sh")
        },
        Change("an executable bit gained", "coast.txt: it is executable") {
            try $0.write("salt and 100 % sand", "R\u{E9}sum\u{E9} of a coast.txt", mode: 0o755)
        },
        Change("an executable bit lost", "Downloader: it is not executable") {
            try $0.write("#!/bin/sh\necho packs\n", "Extensions/D.appex/Downloader", mode: 0o644)
        },
        Change("a changed extension", "Extensions/D.appex/Downloader: it was changed") {
            try $0.write("#!/bin/sh\nevil\n", "Extensions/D.appex/Downloader", mode: 0o755)
        },
        Change("another version", "_CodeSignature/TeamSignature: it is that of the app com.example.coast 1.0 (7)") {
            var info = SampleBundle.managed
            info["CFBundleVersion"] = .string("8")
            try $0.write(PropertyList(info).xml(), "Info.plist")
        },
        Change("no signature of the app", "the app is not signed, while other parts") { try $0.remove(signature) },
        Change("no signature of the extension", "the extension is not signed, while") { try $0.remove(inner) },
        Change("an empty signature", "it is no signature in the form") { try $0.write("", signature) },
        Change("a folder for a signature", "_CodeSignature/TeamSignature") {
            try $0.remove(inner)
            try $0.write("background-assets-signature 1\n", inner)
        },
        Change("a pipe in the bundle", "pipe: it is neither a file") { _ = mkfifo($0.path + "/pipe", 0o600) },
    ]

    @Test("A17: whatever is changed after signing is found, and named", arguments: changes)
    func findsChanges(change: Change) throws {
        let bundle = try SampleSignedBundle()
        try bundle.sign(TeamKey())
        try change.body(bundle)
        let problems = try bundle.problems()
        for words in change.words { #expect(problems.contains { $0.contains(words) }, "\(problems)") }
    }

    /// What a signature says is changed, with and without the order and the spelling staying right.
    static let edits: [(String, String)] = [
        ("team ", "team 0"), ("\nfolder Extensions\n", "\n"), ("link Coast latest", "link Coast%6C latest"),
        ("kind app", "kind extension"), ("version 1.0", "version 1.1"), ("file x", "file y"), ("file - ", "file - 0"),
        ("\nlink", "\n\nlink"), ("signature 1\n", "signature 2\n"), ("background", " background"),
        ("Extensions/D.appex/Info.plist", "Extensions/D.appex/Info%2Eplist"), ("\nsignature ", "\nsignature 00"),
    ]

    @Test("A17: a signature that was edited is refused", arguments: edits)
    func refusesEdits(edit: (String, String)) throws {
        let bundle = try SampleSignedBundle()
        try bundle.sign(TeamKey())
        let text = try bundle.text(Self.signature)
        let changed = text.replacingOccurrences(of: edit.0, with: edit.1)
        #expect(changed != text)
        try bundle.write(changed, Self.signature)
        #expect(try bundle.problems().contains { $0.hasPrefix(Self.signature) })
    }

    @Test("A17: a signature whose lines are in another order, or twice, or end otherwise is refused")
    func refusesOtherForms() throws {
        let bundle = try SampleSignedBundle()
        try bundle.sign(TeamKey())
        let text = try bundle.text(Self.signature)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.swapAt(7, 8)
        for other in [
            lines.joined(separator: "\n"), text + "\n", String(text.dropLast()), text + text,
            text.replacingOccurrences(of: "\n", with: "\r\n"),
            text.replacingOccurrences(of: lines[7], with: lines[7] + "\n" + lines[7]),
        ] {
            try bundle.write(other, Self.signature)
            #expect(try bundle.problems().contains { $0.contains("it is no signature in the form") })
        }
    }

    @Test("A17: no single flipped bit of a signature passes")
    func refusesFlippedBits() throws {
        let bundle = try SampleSignedBundle()
        try bundle.sign(TeamKey())
        let bytes = Array(try bundle.text(Self.signature).utf8)
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            var changed = bytes
            let place = Int.random(in: bytes.indices, using: &generator)
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            try bundle.write(changed, Self.signature)
            #expect(try bundle.state().team == nil, "byte \(place)")
        }
    }

    @Test("A17: an extension signed by another team is refused, though each signature is good")
    func oneTeamSignsBoth() throws {
        let bundle = try SampleSignedBundle()
        try bundle.sign(TeamKey())
        let foreign = try bundle.text(Self.inner)
        try bundle.sign(TeamKey())
        try bundle.write(foreign, Self.inner)
        #expect(try bundle.problems().contains { $0.hasPrefix(Self.inner) && $0.contains("one team signs both") })
    }

    @Test("A17: the signature of another bundle does not fit")
    func refusesAnotherBundles() throws {
        let (bundle, other) = (try SampleSignedBundle(), try SampleSignedBundle())
        let key = TeamKey()
        try bundle.sign(key)
        try other.write("more", "more.txt")
        try other.sign(key)
        try bundle.write(try other.text(Self.signature), Self.signature)
        #expect(try bundle.problems() == ["more.txt: it is gone, and was there when it was signed"])
    }

    @Test("A17: the bit that the service withholds during an installation does not break a signature")
    func withheldBit() throws {
        let bundle = try SampleSignedBundle()
        let key = TeamKey()
        try bundle.sign(key)
        try bundle.write("#!/bin/sh\n", "Coast", mode: 0o644)
        #expect(try bundle.state(withheld: "Coast") == .signed(key.team))
        #expect(try bundle.state().team == nil)
    }

    @Test("A17: the receipt that a host adds is not covered, and only of an app that uses its host")
    func receiptIsTheHosts() throws {
        let bundle = try SampleSignedBundle()
        let key = TeamKey()
        try bundle.sign(key)
        let receipt = BuildReceipt.list(bundleID: "com.example.coast", host: "https://example.com")
        try bundle.write(receipt.xml(), "Receipt.plist")
        #expect(try bundle.state() == .signed(key.team))
        try bundle.remove("Receipt.plist")
        var info = SampleBundle.managed
        info["BAUsesAppleHosting"] = nil
        info["BAManifestURL"] = .string("https://example.com/manifest")
        try bundle.write(PropertyList(info).xml(), "Info.plist")
        try bundle.sign(key)
        try bundle.write(receipt.xml(), "Receipt.plist")
        #expect(try bundle.problems() == ["Receipt.plist: it was added after the bundle was signed"])
    }

    @Test("A17: what cannot be signed is named")
    func unsignable() throws {
        let bundle = try SampleSignedBundle()
        #expect(mkfifo(bundle.path + "/pipe", 0o600) == 0)
        #expect {
            try bundle.sign(TeamKey())
        } throws: {
            "\($0)".contains("pipe cannot be signed")
        }
        #expect(throws: SigningError.self) { try BundleSigner(key: TeamKey()).sign(bundleAt: bundle.path + "/none") }
        try bundle.remove("pipe")
        try FileManager.default.createSymbolicLink(atPath: bundle.path + "/away", withDestinationPath: "../elsewhere")
        #expect {
            try bundle.sign(TeamKey())
        } throws: {
            "\($0)".contains("away cannot be signed: it is a link that leads out of the bundle")
        }
        #expect(throws: SigningError.stopped) {
            try bundle.remove("away")
            try bundle.sign(TeamKey())
            _ = try BundleVerifier(path: bundle.path) { true }.state()
        }
    }
}
