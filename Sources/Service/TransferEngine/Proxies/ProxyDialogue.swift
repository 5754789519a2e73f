// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app is asked for a proxy, one answer after the other, until the proxy takes one.
struct ProxyDialogue: Sendable {
    let route: ProxyRoute
    let address: HTTPAddress
    let responder: any ChallengeResponder
    let attempt: @Sendable (ProxyRoute, HTTPAddress) async throws -> Void
    private var failures: [CredentialMemory.Space: Int] = [:]
    /// Of all, so that a proxy that asks for something else each time comes to an end.
    private var failureCount = 0

    init(
        route: ProxyRoute, address: HTTPAddress, responder: any ChallengeResponder,
        attempt: @escaping @Sendable (ProxyRoute, HTTPAddress) async throws -> Void
    ) {
        self.route = route
        self.address = address
        self.responder = responder
        self.attempt = attempt
    }

    private var server: ProxyServer { route.server }

    /// - `refusal`: what the proxy has answered first.
    /// - Returns: what serves for one request alone; nil when it was put into the memory.
    mutating func run(_ refusal: ProxyRefusal) async throws(TransferError) -> ProxyAuthorization? {
        var refusal = refusal
        var refused = route
        while true {
            guard let (way, credential, authorization) = try await answer(to: refusal) else {
                throw ProxyAdmission.failure(refused, address, refusal)
            }
            refused = ProxyRoute(server: server, authorization: authorization)
            do { try await attempt(refused, address) } catch let error as ProxyRefusal where error.wantsAuthentication {
                failures[space(of: way)] = failures(of: way) + 1
                failureCount += 1
                refusal = error
                continue
            } catch {
                // Whatever else is wrong, the request will say: the password is not.
                guard error is ProxyRefusal else { return authorization }
            }
            guard credential.isKept else { return authorization }
            responder.memory.keep(credential, for: space(of: way), path: "/")
            return nil
        }
    }

    /// - Returns: nil when nobody has an answer.
    private func answer(
        to refusal: ProxyRefusal
    ) async throws(TransferError) -> (AuthenticationWay, HTTPCredential, ProxyAuthorization)? {
        let url = "\(address)"
        // Digest would need a nonce for each connection, which the client library makes without asking.
        for way in AuthenticationWay.all(in: refusal.fields) where way.method != .httpDigest {
            let failed = failures(of: way)
            guard max(failed, failureCount) < AuthenticationExchange.failureLimit else { return nil }
            var challenge = ServerChallenge(method: way.method, host: server.host, port: server.port)
            challenge.isProxy = true
            challenge.realm = way.realm
            challenge.previousFailures = failed
            switch await responder.answer(challenge) {
            case .credential(let credential):
                guard let authorization = ProxyAuthorization(credential, way.method) else {
                    throw .authenticationCancelled(
                        url: url, reason: "the name or password that the app gave holds what cannot be sent")
                }
                return (way, credential, authorization)
            case .rejectProtectionSpace: continue
            case .performDefaultHandling, .trust, .identity, .nobody: return nil
            case .cancel: throw AuthenticationExchange.cancelled(url, challenge)
            case .unanswered(let reason): throw AuthenticationExchange.unanswered(url, challenge, reason)
            }
        }
        return nil
    }

    /// Answers in this way that the proxy has not taken, with what it was told before it asked.
    private func failures(of way: AuthenticationWay) -> Int {
        failures[space(of: way)] ?? (route.authorization?.method == way.method ? 1 : 0)
    }

    private func space(of way: AuthenticationWay) -> CredentialMemory.Space {
        CredentialMemory.Space(
            authority: ProxyAdmission.authority(of: server), method: way.method, realm: way.realm)
    }
}
