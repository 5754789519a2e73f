// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOSSL

/// What is said between one request and the servers that it comes to, until they give what is asked for.
struct AuthenticationExchange: Sendable {
    /// Answers to one question that a server may refuse: then it is left at its refusal.
    static let failureLimit = 5
    /// Times in a row that a server may call its own nonce too old.
    private static let staleLimit = 2

    private struct Attempt: Sendable {
        var space: CredentialMemory.Space
        var credential: HTTPCredential
        /// The header, where it is the same for all requests.
        var value: String?
        /// What makes one for each request.
        var digest: DigestAuthorization?
        /// Requests that it was sent with.
        var useCount: UInt32 = 0
    }

    let responder: any ChallengeResponder
    private var attempt: Attempt?
    private var failures: [CredentialMemory.Space: Int] = [:]
    private var staleCount = 0

    init(responder: any ChallengeResponder) { self.responder = responder }

    private var memory: CredentialMemory { responder.memory }

    // MARK: Passwords

    /// The value of the header that tells who asks; nil when the server has not wanted to know yet.
    mutating func authorization(for request: TransferRequest) -> String? {
        let authority = request.address.authority
        if var last = attempt, last.space.authority == authority {
            last.useCount += 1
            attempt = last
            guard let digest = last.digest else { return last.value }
            // It is about this very request: after a redirect another one is made, with the same nonce.
            return Self.value(digest, last.credential, request, count: last.useCount)
        }
        attempt = nil
        guard let known = memory.credential(at: authority, path: request.address.url.path),
            let value = Self.value(known.credential, known.space.method)
        else { return nil }
        attempt = Attempt(space: known.space, credential: known.credential, value: value)
        return value
    }

    /// The server has answered with something else than 401.
    mutating func accepted(by request: TransferRequest) {
        guard let attempt, attempt.space.authority == request.address.authority else { return }
        staleCount = 0
        memory.keep(attempt.credential, for: attempt.space, path: request.address.url.path)
    }

    /// The server has answered with 401: has the app say who asks.
    ///
    /// - `fields`: its WWW-Authenticate headers.
    /// - `reason`: what it says of it.
    /// - Throws: `status` when nobody wants to say; what the app has decided otherwise.
    mutating func refused(
        _ request: TransferRequest, fields: [String], reason: String? = nil
    ) async throws(TransferError) {
        let url = "\(request.address)"
        let refusal = TransferError.status(url: url, code: 401, retryAfter: nil, reason: reason)
        let ways = AuthenticationWay.all(in: fields)
        let authority = request.address.authority
        let last = attempt?.space.authority == authority ? attempt : nil
        attempt = nil
        for way in ways {
            let space = CredentialMemory.Space(authority: authority, method: way.method, realm: way.realm)
            if let last, last.space == space {
                // A nonce that has served before is too old for some servers, which do not say so.
                if way.isStale || last.useCount > 1, staleCount < Self.staleLimit {
                    staleCount += 1
                    if try use(last.credential, way, space, request) { return }
                }
                // Another request may have been told something newer while this one was under way.
                let known = memory.credential(for: space)
                if let known, known != last.credential {
                    if try use(known, way, space, request) { return }
                } else {
                    memory.forget(space)
                    failures[space, default: 0] += 1
                }
            } else if let known = memory.credential(for: space), try use(known, way, space, request) {
                return
            }
            let failed = failures[space, default: 0]
            guard failed < Self.failureLimit else { throw refusal }
            var challenge = ServerChallenge(
                method: way.method, host: request.address.host, port: request.address.port)
            challenge.realm = way.realm
            challenge.previousFailures = failed
            switch await responder.answer(challenge) {
            case .credential(let credential):
                if try use(credential, way, space, request) { return }
                throw .authenticationCancelled(
                    url: url, reason: "the name or password that the app gave holds what cannot be sent")
            case .rejectProtectionSpace: continue
            case .performDefaultHandling, .trust, .identity, .nobody: throw refusal
            case .cancel: throw Self.cancelled(url, challenge)
            case .unanswered(let reason): throw Self.unanswered(url, challenge, reason)
            }
        }
        throw refusal
    }

    /// - Returns: whether the credential can be sent in this way.
    private mutating func use(
        _ credential: HTTPCredential, _ way: AuthenticationWay, _ space: CredentialMemory.Space,
        _ request: TransferRequest
    ) throws(TransferError) -> Bool {
        let value =
            if let digest = way.digest {
                Self.value(digest, credential, request, count: 1)
            } else {
                Self.value(credential, way.method)
            }
        guard let value else { return false }
        attempt = Attempt(
            space: space, credential: credential, value: way.digest == nil ? value : nil, digest: way.digest)
        return true
    }

    private static func value(
        _ digest: DigestAuthorization, _ credential: HTTPCredential, _ request: TransferRequest, count: UInt32
    ) -> String? {
        digest.value(
            credential, method: request.method, uri: request.address.requestTarget, body: request.body,
            clientNonce: clientNonce(), count: count)
    }

    private static func value(_ credential: HTTPCredential, _ method: ServerChallenge.Method) -> String? {
        switch method {
        case .httpBasic: credential.basic
        case .httpBearer: credential.bearer
        // Each answer needs a nonce of the server.
        case .httpDigest, .serverTrust, .clientCertificate: nil
        }
    }

    private static func clientNonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    }

    // MARK: Servers

    /// How to connect to the server of a request. Who judges servers is asked about one that is new.
    ///
    /// - `introduce`: looks at a server.
    func approach(
        for request: TransferRequest, introduce: @Sendable (HTTPAddress) async -> ServerIntroduction.Outcome
    ) async throws(TransferError) -> ServerApproach {
        let (address, authority) = (request.address, request.address.authority)
        if let known = known(authority) { return .connect(known) }
        guard await responder.isThere() else { return .connect(.plain) }
        return try await responder.inTurn(authority) { () async throws(TransferError) in
            if let known = known(authority) { return .connect(known) }
            let server: ServerIntroduction
            switch await introduce(address) {
            case .seen(let introduction): server = introduction
            // A server that cannot be reached is left to the request, which says so.
            case .unreachable: return .connect(.plain)
            case .refusedByProxy(let refusal): return .refusedByProxy(refusal)
            }
            guard let judgement = try await judge(server, at: address) else { return .connect(.plain) }
            let certificate = server.wantsCertificate ? try await certificate(for: address) : .unwanted
            // What the system does not trust is about to fail: the app is asked again then.
            if judgement != .system || server.distrust == nil {
                memory.judge(authority, judgement)
                memory.keep(certificate, for: authority)
            }
            return .connect(Self.variant(judgement, certificate))
        }
    }

    private func known(_ authority: String) -> ClientVariant? {
        guard let judgement = memory.judgement(of: authority), let certificate = memory.certificate(for: authority)
        else { return nil }
        return Self.variant(judgement, certificate)
    }

    /// A request has come to nothing: an answer of the app that may be why is not gone by again.
    func failed(_ error: TransferError, at authority: String) {
        switch error {
        case .untrusted, .certificate, .clientCertificateRequired, .clientCertificateRejected: forgetServer(authority)
        // Some servers shake hands with everybody, and refuse then.
        case .status(_, 400, _, _), .status(_, 403, _, _), .status(_, 495, _, _), .status(_, 496, _, _):
            switch memory.certificate(for: authority) {
            case .withheld?, .shown?: forgetServer(authority)
            case .unwanted?, nil: break
            }
        default: break
        }
    }

    /// What was answered about a server does not hold any more.
    func forgetServer(_ authority: String) {
        memory.judge(authority, nil)
        memory.forgetCertificate(for: authority)
    }

    private static func variant(
        _ judgement: CredentialMemory.Judgement, _ certificate: ClientCertificate
    ) -> ClientVariant {
        switch judgement {
        case .system: ClientVariant(identity: certificate.identity)
        case .pinned(let pin): ClientVariant(pin: pin, identity: certificate.identity)
        }
    }

    /// - Returns: nil when there was nobody to ask after all.
    private func judge(
        _ server: ServerIntroduction, at address: HTTPAddress
    ) async throws(TransferError) -> CredentialMemory.Judgement? {
        let url = "\(address)"
        var challenge = ServerChallenge(method: .serverTrust, host: address.host, port: address.port)
        challenge.certificates = server.chain
        challenge.distrust = server.distrust
        switch await responder.answer(challenge) {
        case .trust: return .pinned(server.fingerprint)
        case .performDefaultHandling, .credential, .identity: return .system
        case .nobody: return nil
        case .cancel, .rejectProtectionSpace:
            throw .untrusted(url: url, reason: "its app does not trust it")
        case .unanswered(let reason): throw Self.unanswered(url, challenge, reason)
        }
    }

    private func certificate(for address: HTTPAddress) async throws(TransferError) -> ClientCertificate {
        let url = "\(address)"
        let challenge = ServerChallenge(method: .clientCertificate, host: address.host, port: address.port)
        switch await responder.answer(challenge) {
        case .identity(let identity): return .shown(identity)
        case .performDefaultHandling, .rejectProtectionSpace, .credential, .trust, .nobody: return .withheld
        case .cancel: throw Self.cancelled(url, challenge)
        case .unanswered(let reason): throw Self.unanswered(url, challenge, reason)
        }
    }

    static func cancelled(_ url: String, _ challenge: ServerChallenge) -> TransferError {
        .authenticationCancelled(url: url, reason: "\(challenge), and its app has cancelled that")
    }

    static func unanswered(_ url: String, _ challenge: ServerChallenge, _ reason: String) -> TransferError {
        .challengeUnanswered(url: url, reason: "\(challenge): \(reason)")
    }
}
