// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// What keeps a bundle from being signed or looked at, or a key from being used.
package enum SigningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No Ed25519 key in PKCS #8 and PEM.
    case keyMalformed(subject: String)
    /// Others may read a private key.
    case keyExposed(path: String)
    case teamExists(String)
    case teamNotFound(String, known: [String])
    case nameInvalid(String, reason: String)
    /// A file of the bundle that cannot be signed.
    case unsignable(path: String, reason: String)
    /// The bundle is none, or cannot be read as one.
    case bundle(String)
    /// There is no bundle.
    case missing(String)
    case cannotSign
    case stopped
    case file(SystemError)

    package var description: String {
        switch self {
        case .keyMalformed(let subject):
            "\(subject) is no private key of a team: an Ed25519 key in PKCS #8 and PEM, as `ba team new` makes it"
        case .keyExposed(let path):
            "the private key \(path) may be read or written by others, or is not yours: make it your own and chmod 600 it; "
                + "if they may have read it, sign with a new team from now on"
        case .teamExists(let name): "there is a team \(name) already: give another name, or remove its key file first"
        case .teamNotFound(let name, let known):
            "there is no team \(name) here"
                + (known.isEmpty
                    ? ": `ba team new \(name)` makes it, `ba team import \(name) FILE` takes over its key"
                    : "; there are \(known.joined(separator: ", "))")
        case .nameInvalid(let name, let reason): "\"\(name)\" is no name for a team: \(reason)"
        case .unsignable(let path, let reason): "\(path) cannot be signed: \(reason)"
        case .bundle(let reason), .missing(let reason): reason
        case .cannotSign: "the signature could not be made"
        case .stopped: "stopped"
        case .file(let error): "\(error)"
        }
    }
}
