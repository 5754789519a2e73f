// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What an app has answered to servers, for as long as the service lives: it is never written anywhere.
package final class CredentialMemory: Sendable {
    /// Servers of which something is remembered; then all is forgotten, and asked again.
    private static let largestCount = 256

    /// What a credential is for.
    struct Space: Hashable, Sendable {
        var authority: String
        var method: ServerChallenge.Method
        var realm: String?
    }

    /// Whether a server is the one that it says it is.
    enum Judgement: Equatable, Sendable {
        /// As the system sees it.
        case system
        /// It is, when it shows the certificate with this SHA-256.
        case pinned([UInt8])
    }

    private struct State {
        var credentials: [Space: HTTPCredential] = [:]
        /// By server, what its last answer took, and for which folder.
        var latest: [String: (space: Space, folder: String)] = [:]
        var judgements: [String: Judgement] = [:]
        var certificates: [String: ClientCertificate] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Forgets everything.
    package func forgetAll() { state.withLock { $0 = State() } }

    // MARK: Passwords

    func credential(for space: Space) -> HTTPCredential? { state.withLock { $0.credentials[space] } }

    /// A server has taken a credential.
    ///
    /// - `path`: what was asked for: what lies beside it and below takes the same one (RFC 7617, 2.2).
    func keep(_ credential: HTTPCredential, for space: Space, path: String) {
        guard credential.isKept else { return }
        state.withLock { state in
            if state.credentials.count >= Self.largestCount { (state.credentials, state.latest) = ([:], [:]) }
            state.credentials[space] = credential
            state.latest[space.authority] = (space, Self.folder(of: path))
        }
    }

    func forget(_ space: Space) {
        state.withLock { state in
            state.credentials[space] = nil
            if state.latest[space.authority]?.space == space { state.latest[space.authority] = nil }
        }
    }

    /// What is sent before the server asks: what it took for a file in the same folder, or in one above.
    func credential(at authority: String, path: String) -> (space: Space, credential: HTTPCredential)? {
        state.withLock { state in
            guard let (space, folder) = state.latest[authority], path.hasPrefix(folder),
                let credential = state.credentials[space]
            else { return nil }
            return (space, credential)
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    // MARK: Servers

    func judgement(of authority: String) -> Judgement? { state.withLock { $0.judgements[authority] } }

    func judge(_ authority: String, _ judgement: Judgement?) {
        state.withLock { state in
            if state.judgements.count >= Self.largestCount { state.judgements = [:] }
            state.judgements[authority] = judgement
        }
    }

    // MARK: Certificates of clients

    func certificate(for authority: String) -> ClientCertificate? { state.withLock { $0.certificates[authority] } }

    func keep(_ certificate: ClientCertificate, for authority: String) {
        state.withLock { state in
            if state.certificates.count >= Self.largestCount { state.certificates = [:] }
            state.certificates[authority] = certificate
        }
    }

    func forgetCertificate(for authority: String) { state.withLock { $0.certificates[authority] = nil } }
}
