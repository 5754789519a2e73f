// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Why a server cannot prove who it is.
package enum IdentityError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file of the server's own is unusable.
    case damaged(path: String, reason: String, remedy: String)
    /// Others can read a private key.
    case exposedKey(path: String, permissions: UInt32)
    /// The files given as identity do not make one.
    case unusable(String)
    /// The host given cannot stand in a certificate.
    case host(String, reason: String)
    /// The system refused a call.
    case system(SystemError)

    package var description: String {
        switch self {
        case .damaged(let path, let reason, let remedy): "\(path) cannot be used: \(reason); \(remedy)"
        case .exposedKey(let path, let permissions):
            "\(path) has the mode \(String(permissions, radix: 8)), so others can read the key: if nobody has, run "
                + "chmod 600 on it; else delete it and the certificate beside it, and new ones are made"
        case .unusable(let reason): "the identity cannot be used: \(reason)"
        case .host(let host, let reason):
            "“\(host)” cannot be the host: \(reason); give a name or an address, as in --host mymachine.local"
        case .system(let error): error.description
        }
    }
}

extension IdentityError {
    /// Does something whose only failure is that of a system call.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(IdentityError) -> Result {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }
}
