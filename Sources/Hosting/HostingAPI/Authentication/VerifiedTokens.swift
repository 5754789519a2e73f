// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Synchronization

/// Tokens whose signatures were found to be right: programs send the same one with many requests. What else makes a token good, its
/// times, its scope and its key, is looked at each time.
final class VerifiedTokens: Sendable {
    /// Then all are forgotten, and verified again.
    private static let largestCount = 1_024

    struct Token: Sendable {
        let keyID: String
        /// The one that has signed it.
        let publicKey: String
        let claims: TokenClaims
    }

    /// By the digests of all their bytes: no token lies in memory for this.
    private let tokens = Mutex<[SHA256Digest: Token]>([:])

    func token(_ text: String) -> Token? {
        let digest = Self.digest(of: text)
        return tokens.withLock { $0[digest] }
    }

    func keep(_ token: Token, for text: String) {
        let digest = Self.digest(of: text)
        tokens.withLock { tokens in
            if tokens.count >= Self.largestCount { tokens = [:] }
            tokens[digest] = token
        }
    }

    private static func digest(of text: String) -> SHA256Digest {
        var text = text
        return text.withUTF8 { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
            return hash.finalize()
        }
    }
}
