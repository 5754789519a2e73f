// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// The signature of an app or an extension: a list of all that is in its folder, and who vouches for it.
///
/// It is a file of lines in ASCII, with one form for each content:
///
///     background-assets-signature 1
///     kind app
///     identifier com.example.game
///     version 1.0
///     build 12
///     team <the public key, 64 hexadecimal digits>
///     folder Extensions
///     file x 4096 <SHA-256> Game
///     file - 210 <SHA-256> Info.plist
///     link ../Game Extensions/tool
///     signature <Ed25519 over all lines above, 128 hexadecimal digits>
///
/// Paths are in the order of their bytes. The file itself and its folder are not listed, nor is the receipt that a host
/// adds to a build.
struct BundleSignature: Equatable, Sendable {
    enum Kind: String, Sendable {
        case app
        case appExtension = "extension"
    }

    static let folderName = "_CodeSignature"
    /// Where it lies in the folder that it speaks of.
    static let path = folderName + "/TeamSignature"
    /// Most bytes that are read, and most items that are signed.
    static let sizeLimit = 32 << 20
    static let itemLimit = 200_000
    private static let firstLine = "background-assets-signature 1"

    var kind: Kind
    var identifier: String
    var version: String
    var build: String
    var team: TeamIdentity
    var items: [ItemPath: SignedItem]
    /// 64 bytes; empty while it is not signed.
    var signature: [UInt8] = []

    /// What is signed.
    var message: [UInt8] {
        var lines = [
            Self.firstLine, "kind \(kind.rawValue)", "identifier \(SignatureText.escaped(identifier))",
            "version \(SignatureText.escaped(version))", "build \(SignatureText.escaped(build))",
            "team \(team.publicKey)",
        ]
        let sorted = items.sorted { $0.key < $1.key }
        lines += sorted.map { $0.value.line(at: $0.key) }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The contents of the file.
    var text: [UInt8] { message + Array("signature \(Hexadecimal.text(signature))\n".utf8) }

    /// Whether its team signed it.
    var isGenuine: Bool { team.hasSigned(message, signature: signature) }

    init(
        kind: Kind, identifier: String, version: String, build: String, team: TeamIdentity,
        items: [ItemPath: SignedItem]
    ) {
        self.kind = kind
        self.identifier = identifier
        self.version = version
        self.build = build
        self.team = team
        self.items = items
    }

    /// Reads the contents of a file; nil for what `text` does not write.
    init?(_ bytes: [UInt8]) {
        // Before it is taken apart: a file of line ends alone would make as many lines.
        guard bytes.count(where: { $0 == UInt8(ascii: "\n") }) <= Self.itemLimit + 7, bytes.allSatisfy({ $0 < 0x80 }),
            let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n")
        else { return nil }
        var lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Self.firstLine[...] else { return nil }
        func field(_ name: String) -> Substring? {
            guard let line = lines.popFirst(), line.hasPrefix(name + " ") else { return nil }
            return line.dropFirst(name.count + 1)
        }
        guard let kind = field("kind").flatMap({ Kind(rawValue: String($0)) }),
            let identifier = field("identifier").flatMap(SignatureText.unescaped),
            let version = field("version").flatMap(SignatureText.unescaped),
            let build = field("build").flatMap(SignatureText.unescaped),
            let team = field("team").flatMap({ TeamIdentity(publicKey: String($0)) }),
            let last = lines.popLast(), last.hasPrefix("signature "),
            let signature = Hexadecimal.bytes(last.dropFirst("signature ".count)), signature.count == 64
        else { return nil }
        var items: [ItemPath: SignedItem] = [:]
        for line in lines {
            guard let (path, item) = SignedItem.parse(line) else { return nil }
            items[path] = item
        }
        self.init(
            kind: kind, identifier: identifier, version: version, build: build, team: team, items: items)
        self.signature = signature
        // Another order, a path that stands there twice, another spelling: what was signed has one form.
        guard self.text == bytes else { return nil }
    }
}
