// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What is said between one request and the proxies on its way, until they let it through.
struct ProxyAdmission: Sendable {
    /// Times that one request is refused by proxies that have taken the same answer just before.
    private static let refusalLimit = 8

    /// Who answers; nil for nobody.
    let responder: (any ChallengeResponder)?
    /// Has a proxy make a way to an address once, to see whether it does.
    let attempt: @Sendable (ProxyRoute, HTTPAddress) async throws -> Void
    /// What serves for this request alone.
    private var own: [ProxyServer: ProxyAuthorization] = [:]
    private var refusals = 0

    init(
        responder: (any ChallengeResponder)?,
        attempt: @escaping @Sendable (ProxyRoute, HTTPAddress) async throws -> Void
    ) {
        self.responder = responder
        self.attempt = attempt
    }

    /// The way through a proxy, with what it has taken before, else with what it was named with.
    func route(through server: ProxyServer) -> ProxyRoute {
        ProxyRoute(
            server: server,
            authorization: own[server] ?? responder.flatMap { Self.known($0.memory, server)?.authorization }
                ?? Self.plainRoute(through: server).authorization)
    }

    /// The way through a proxy for those who ask nobody.
    static func plainRoute(through server: ProxyServer) -> ProxyRoute {
        ProxyRoute(
            server: server, authorization: server.credential.flatMap { ProxyAuthorization($0, .httpBasic) })
    }

    /// The proxy has answered with 407: has the app say who asks. Of all that wait for the same proxy, one asks.
    ///
    /// - `route`: what was tried.
    /// - `refusal`: what the proxy has answered.
    /// - Throws: `proxyAuthentication` when nobody wants to say; what the app has decided otherwise.
    mutating func refused(
        _ route: ProxyRoute, at address: HTTPAddress, _ refusal: ProxyRefusal
    ) async throws(TransferError) {
        refusals += 1
        guard let responder, refusals <= Self.refusalLimit else { throw Self.failure(route, address, refusal) }
        own[route.server] = nil
        let attempt = attempt
        let once = try await responder.inTurn(Self.authority(of: route.server)) {
            () async throws(TransferError) -> ProxyAuthorization? in
            if let known = Self.known(responder.memory, route.server) {
                // Another request has got an answer meanwhile.
                if known.authorization != route.authorization { return nil }
                responder.memory.forget(known.space)
            }
            var dialogue = ProxyDialogue(route: route, address: address, responder: responder, attempt: attempt)
            return try await dialogue.run(refusal)
        }
        if let once { own[route.server] = once }
    }

    /// Why a request ends that a proxy does not let through.
    static func failure(_ route: ProxyRoute, _ address: HTTPAddress, _ refusal: ProxyRefusal) -> TransferError {
        let known = !AuthenticationWay.all(in: refusal.fields).filter { $0.method != .httpDigest }.isEmpty
        let offered = refusal.schemes.joined(separator: ", ")
        let reason =
            if !known {
                "wants to know who asks in a way that is not known here (\(offered.isEmpty ? "it names none" : offered)): "
                    + "Basic and Bearer are"
            } else if route.authorization == nil {
                "wants a name and a password, and nobody has said them: https_proxy of the service's environment can "
                    + "(http://USER:PASSWORD@HOST:PORT), or the app when it is asked"
            } else {
                "does not take the name and the password that it was told"
            }
        return .proxyAuthentication(url: "\(address)", proxy: "\(route.server)", reason: reason)
    }

    // MARK: What is remembered

    /// Never that of a server, which has no space in it.
    static func authority(of server: ProxyServer) -> String { "proxy \(server)" }

    private static func known(
        _ memory: CredentialMemory, _ server: ProxyServer
    ) -> (space: CredentialMemory.Space, authorization: ProxyAuthorization)? {
        guard let known = memory.credential(at: authority(of: server), path: "/"),
            let authorization = ProxyAuthorization(known.credential, known.space.method)
        else { return nil }
        return (known.space, authorization)
    }
}
