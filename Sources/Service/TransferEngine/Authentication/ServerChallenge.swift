// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server wants to know, or to be believed, before it gives something.
package struct ServerChallenge: Equatable, Sendable, CustomStringConvertible {
    package enum Method: String, Equatable, Sendable {
        case httpBasic, httpDigest, httpBearer
        /// Whether it is the one that it says it is.
        case serverTrust
        /// A certificate of whoever asks.
        case clientCertificate
    }

    package var method: Method
    package var host: String
    package var port: Int
    /// It is the proxy that asks, not the server.
    package var isProxy = false
    /// What the password is for, in the server's words.
    package var realm: String?
    /// Answers that the server has not taken.
    package var previousFailures = 0
    /// What the server has shown, in DER: its own certificate first. Nothing about them is proved.
    package var certificates: [[UInt8]] = []
    /// Why the system does not trust them; nil when it does.
    package var distrust: String?

    package init(method: Method, host: String, port: Int) {
        self.method = method
        self.host = host
        self.port = port
    }

    /// Whose turn it is to ask: what `ChallengeResponder.inTurn` is given for the same server.
    package var turn: String {
        isProxy ? ProxyAdmission.authority(of: ProxyServer(host: host, port: port)) : "\(host):\(port)"
    }

    package var description: String {
        let who = isProxy ? "the proxy \(host):\(port)" : "\(host):\(port)"
        let what =
            switch method {
            case .httpBasic, .httpDigest: "wants a name and a password"
            case .httpBearer: "wants a token"
            case .serverTrust: "wants to be trusted"
            case .clientCertificate: "wants a certificate"
            }
        return "\(who) \(what)" + (realm.map { " for \($0.debugDescription)" } ?? "")
    }
}
