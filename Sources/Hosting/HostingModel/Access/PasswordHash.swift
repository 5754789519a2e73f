// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
internal import Foundation

/// What is kept of a password: scrypt (RFC 7914) of it, with the parameters that it was made with, so that these may be raised.
///
/// It takes a while, and memory, to make and to compare: neither belongs on a thread that others wait for.
package struct PasswordHash: Equatable, Sendable, CustomStringConvertible {
    /// 16 MiB and five passes, as OWASP's password storage cheat sheet has them.
    private static let usualCost = 14
    private static let usualPasses = 5
    private static let blockSize = 8
    private static let saltSize = 16
    private static let size = 32
    /// Those of a hash on record that would take for ever are not tried.
    private static let largestCost = 20
    private static let largestPasses = 16

    /// Two to the power of this.
    private let cost: Int
    private let passes: Int
    private let salt: Data
    private let hash: Data

    /// As it is recorded: `scrypt$14$5$SALT$HASH`.
    package var description: String {
        "scrypt$\(cost)$\(passes)$\(salt.base64EncodedString())$\(hash.base64EncodedString())"
    }

    package init(of password: String) throws {
        cost = Self.usualCost
        passes = Self.usualPasses
        // From the system's generator.
        salt = Data((0..<Self.saltSize).map { _ in UInt8.random(in: .min ... .max) })
        hash = try Self.derive(password, salt, cost: cost, passes: passes)
    }

    /// - Returns: nil for what is none, or was made with parameters that are not sensible.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == "scrypt", let cost = Int(parts[1]), let passes = Int(parts[2]),
            (1...Self.largestCost).contains(cost), (1...Self.largestPasses).contains(passes),
            let salt = Data(base64Encoded: parts[3]), let hash = Data(base64Encoded: parts[4]), hash.count == Self.size
        else { return nil }
        (self.cost, self.passes, self.salt, self.hash) = (cost, passes, salt, hash)
    }

    /// Whether it is that of this password.
    package func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, salt, cost: cost, passes: passes)
        // Whatever differs, it takes the same time.
        return zip(hash, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, _ salt: Data, cost: Int, passes: Int) throws -> Data {
        // The same letters may be written in several ways; a keyboard decides which.
        let text = password.precomposedStringWithCompatibilityMapping
        let key = try KDF.Scrypt.deriveKey(
            from: Data(text.utf8), salt: salt, outputByteCount: size, rounds: 1 << cost, blockSize: blockSize,
            parallelism: passes)
        return key.withUnsafeBytes { Data($0) }
    }
}
