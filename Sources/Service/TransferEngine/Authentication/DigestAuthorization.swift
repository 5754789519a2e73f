// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import SystemSupport

/// What proves to a server that one knows a password, without telling it (RFC 7616).
struct DigestAuthorization: Equatable, Sendable {
    private enum Algorithm: String {
        case md5 = "MD5"
        case sha256 = "SHA-256"

        func hash(_ bytes: [UInt8]) -> String {
            switch self {
            case .md5: Hexadecimal.text(Insecure.MD5.hash(data: bytes))
            case .sha256: Hexadecimal.text(SHA256.hash(data: bytes))
            }
        }
    }

    /// What the body is part of, or not.
    private enum Quality: String {
        case auth
        case authInt = "auth-int"
    }

    private let algorithm: Algorithm
    /// As the server has spelled it, which it wants to see again; nil when it has named none.
    private let algorithmName: String?
    private let isSession: Bool
    private let quality: Quality?
    private let realm: String
    private let nonce: String
    private let opaque: String?
    private let hidesUser: Bool
    /// The nonce of the last try was too old, and the password right.
    let isStale: Bool

    /// nil for a challenge that is none, or has an algorithm that is not known here.
    init?(_ challenge: HTTPChallenge) {
        guard challenge.scheme == "digest", let realm = challenge.realm, let nonce = challenge.parameters["nonce"]
        else { return nil }
        algorithmName = challenge.parameters["algorithm"]
        var name = (algorithmName ?? "MD5").uppercased()
        isSession = name.hasSuffix("-SESS")
        if isSession { name.removeLast("-SESS".count) }
        guard let algorithm = Algorithm(rawValue: name) else { return nil }
        self.algorithm = algorithm
        if let offered = challenge.parameters["qop"] {
            let names = offered.split(whereSeparator: { ", \t".contains($0) }).map { $0.lowercased() }
            guard let quality = names.contains("auth") ? .auth : names.contains("auth-int") ? Quality.authInt : nil
            else { return nil }
            self.quality = quality
        } else {
            quality = nil
        }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge.parameters["opaque"]
        hidesUser = challenge.parameters["userhash"]?.lowercased() == "true"
        isStale = challenge.parameters["stale"]?.lowercased() == "true"
    }

    /// Whether it is the better one of two: the stronger algorithm.
    func isStronger(than other: DigestAuthorization) -> Bool { algorithm == .sha256 && other.algorithm == .md5 }

    /// The value of the header.
    ///
    /// - `uri`: what stands in the request line.
    /// - `clientNonce`: hexadecimal digits that nobody could guess.
    /// - `count`: how often the server's nonce is used, this time included.
    /// - Returns: nil when the credential holds what no header can.
    func value(
        _ credential: HTTPCredential, method: String, uri: String, body: [UInt8], clientNonce: String,
        count: UInt32 = 1
    ) -> String? {
        let digits = String(count, radix: 16)
        let count = String(repeating: "0", count: 8 - digits.count) + digits
        let texts = [credential.user, realm, nonce, uri, opaque ?? ""]
        guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }) else { return nil }
        var secret = hash("\(credential.user):\(realm):\(credential.password)")
        if isSession { secret = hash("\(secret):\(nonce):\(clientNonce)") }
        let action = quality == .authInt ? "\(method):\(uri):\(algorithm.hash(body))" : "\(method):\(uri)"
        let proof =
            quality.map { hash("\(secret):\(nonce):\(count):\(clientNonce):\($0.rawValue):\(hash(action))") }
            ?? hash("\(secret):\(nonce):\(hash(action))")
        let user = hidesUser ? hash("\(credential.user):\(realm)") : credential.user
        var fields = ["username=\(Self.quoted(user))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))"]
        fields.append("uri=\(Self.quoted(uri))")
        fields.append("response=\"\(proof)\"")
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if let quality { fields += ["cnonce=\"\(clientNonce)\"", "nc=\(count)", "qop=\(quality.rawValue)"] }
        if let opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if hidesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private func hash(_ text: String) -> String { algorithm.hash(Array(text.utf8)) }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }
}
