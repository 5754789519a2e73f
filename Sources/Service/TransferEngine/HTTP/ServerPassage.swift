// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient

/// What lies between one request and the servers that it comes to: proxies, whether servers are trusted, and who asks.
struct ServerPassage: Sendable {
    /// Certificates that one server may have in turn while one request is sent.
    private static let renewalLimit = 3

    private let transport: HTTPTransport
    private var exchange: AuthenticationExchange?
    private var admission: ProxyAdmission
    private var renewals = 0

    /// - `challenges`: who answers for the app; nil for nobody.
    init(_ transport: HTTPTransport, challenges: (any ChallengeResponder)?) {
        self.transport = transport
        exchange = challenges.map { AuthenticationExchange(responder: $0) }
        admission = ProxyAdmission(responder: challenges, attempt: transport.attempt)
    }

    var takesChallenges: Bool { exchange != nil }

    /// How to connect for a request: the app has judged the server by then, and its proxy has been told who asks if that
    /// was seen to be needed.
    mutating func variant(for request: TransferRequest) async throws(TransferError) -> ClientVariant {
        let transport = transport
        while true {
            let route = try transport.proxies.server(for: request.address).map(admission.route)
            let approach = try await exchange?.approach(for: request) {
                await transport.introduction(of: $0, through: route)
            }
            switch approach {
            case .connect(var variant)?:
                variant.proxy = route
                return variant
            case .refusedByProxy(let refusal)?:
                if let route { try await admission.refused(route, at: request.address, refusal) }
            case nil: return ClientVariant(proxy: route)
            }
        }
    }

    /// The value of the header that tells the server who asks.
    mutating func authorization(for request: TransferRequest) -> String? { exchange?.authorization(for: request) }

    /// The server has answered with something else than 401.
    mutating func accepted(by request: TransferRequest) { exchange?.accepted(by: request) }

    /// The server has answered with 401: has the app say who asks.
    ///
    /// - `reason`: what the server says of it.
    mutating func refused(
        _ request: TransferRequest, fields: [String], reason: String?
    ) async throws(TransferError) {
        try await exchange?.refused(request, fields: fields, reason: reason)
    }

    /// Does something about what a request has failed with.
    ///
    /// - Returns: whether it may be sent again now.
    mutating func recovers(
        from error: any Error, of request: TransferRequest, _ variant: ClientVariant
    ) async throws(TransferError) -> Bool {
        if error is PinMismatch, renewals < Self.renewalLimit {
            // It has another certificate now, which the app has not judged.
            renewals += 1
            exchange?.forgetServer(request.address.authority)
            return true
        }
        guard let route = variant.proxy,
            let refusal = await transport.refusal(error, by: route, at: request.address)
        else { return false }
        try await admission.refused(route, at: request.address, refusal)
        return true
    }

    /// A request has come to nothing.
    ///
    /// - Returns: why.
    func failed(_ error: TransferError, _ request: TransferRequest) -> TransferError {
        exchange?.failed(error, at: request.address.authority)
        return error
    }
}
