// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import JWTKit

/// The keys that a provider signs with (RFC 7517).
struct ProviderKeys: Sendable {
    private struct Document: Decodable {
        struct Key: Decodable {
            /// nil for a kind that is not known here.
            let value: JWK?

            init(from decoder: any Decoder) throws { value = try? JWK(from: decoder) }
        }

        let keys: [Key]
    }

    private static let unnamed = JWKIdentifier(string: "")

    let names: Set<String>
    private let keys: JWTKeyCollection

    /// Those that cannot be used here are left out.
    ///
    /// - Throws: `unavailable` when there are none.
    init(_ bytes: [UInt8]) async throws(OpenIDError) {
        let document: Document
        do { document = try JSONDecoder().decode(Document.self, from: Data(bytes)) } catch {
            throw .unavailable("its keys cannot be read (\(error))")
        }
        let keys = JWTKeyCollection()
        var names: Set<String> = []
        for var key in document.keys.compactMap(\.value) {
            // A secret key that is told to everybody is nobody's.
            guard key.privateExponent == nil else { continue }
            key.keyIdentifier = key.keyIdentifier ?? Self.unnamed
            do {
                try await keys.add(jwk: key, isDefault: names.isEmpty)
                names.insert(key.keyIdentifier?.string ?? "")
            } catch { continue }
        }
        guard !names.isEmpty else {
            throw .unavailable("it has no keys that can be used: RSA, or P-256, P-384, P-521, Ed25519")
        }
        self.keys = keys
        self.names = names
    }

    /// The claims of a token that one of them has signed.
    ///
    /// - Throws: `refused` for all others.
    func claims(of token: String) async throws(OpenIDError) -> IDTokenClaims {
        do { return try await keys.verify(token, as: IDTokenClaims.self) } catch {
            throw .refused("the token is not signed by a key of the provider")
        }
    }

    /// The name of the key that a token says to be signed by; nil for what is no token.
    static func name(in token: String) -> String? {
        struct Header: Decodable { let kid: String? }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let data = Data(base64URL: String(parts[0])),
            let header = try? JSONDecoder().decode(Header.self, from: data)
        else { return nil }
        return header.kid ?? ""
    }
}
