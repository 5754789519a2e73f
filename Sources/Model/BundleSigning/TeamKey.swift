// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation

/// The private key of a team. It is written only to files for their owner alone, and never shown.
package struct TeamKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Most bytes of a key file that are read.
    static let sizeLimit = 8 << 10
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"
    /// PKCS #8 (RFC 8410) around the 32 bytes of an Ed25519 key.
    private static let envelope: [UInt8] = [
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    private let key: Curve25519.Signing.PrivateKey
    /// The public half.
    package let team: TeamIdentity

    /// Makes a new team.
    package init() { self.init(Curve25519.Signing.PrivateKey()) }

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.key = key
        team = TeamIdentity(key.publicKey)
    }

    /// Reads PKCS #8 in PEM, as `pem` and `openssl genpkey -algorithm ed25519` write it.
    ///
    /// - `subject`: the file, for messages; what stands in it is not shown.
    /// - Throws: `keyMalformed`.
    package init(pem text: String, subject: String) throws(SigningError) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        guard lines.first == Self.begin, lines.last == Self.end,
            let data = Data(base64Encoded: lines.dropFirst().dropLast().joined()),
            data.starts(with: Self.envelope), data.count == Self.envelope.count + 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data.dropFirst(Self.envelope.count))
        else { throw .keyMalformed(subject: subject) }
        self.init(key)
    }

    /// The contents of a key file.
    var pem: String {
        let text = Data(Self.envelope + Array(key.rawRepresentation)).base64EncodedString()
        return "\(Self.begin)\n\(text)\n\(Self.end)\n"
    }

    package var description: String { "the private key of team \(team)" }
    package var customMirror: Mirror { Mirror(self, children: ["team": team.fingerprint]) }

    func sign(_ message: [UInt8]) throws(SigningError) -> [UInt8] {
        do { return Array(try key.signature(for: message)) } catch { throw .cannotSign }
    }
}
