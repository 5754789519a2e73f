// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingOpenID
internal import HostingStorage

/// Signing in by a provider: members go there, and come back.
struct OpenIDPages: Sendable {
    static let path = "sign-in/provider"
    private static let answerPath = path + "/answer"

    let provider: OpenIDProvider

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute.get(Self.path, nil, perform: leave),
            ConsoleRoute.get(Self.answerPath, nil, perform: comeBack),
        ]
    }

    private func redirect(_ call: ConsoleCall) -> String { call.base + ConsoleEndpoint.root + "/" + Self.answerPath }

    private func leave(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        if call.session != nil { return .redirect("/") }
        let attempt = OpenIDAttempt(destination: SignInContent.destination(call.query["to"]))
        let address = try await asking { () async throws(OpenIDError) in
            try await provider.address(for: attempt, redirect: redirect(call))
        }
        return .leaving(to: address, attempt)
    }

    private func comeBack(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        func refused(_ problem: String) -> ConsoleAnswer {
            .refused(SignInContent(to: call.attempt?.destination, provider: provider.settings.name, problem: problem))
        }
        // An answer that somebody else has begun to ask for is none of this browser's.
        guard let attempt = call.attempt, call.query["state"] == attempt.state else {
            return refused("This took too long, or was begun elsewhere: try again.")
        }
        // RFC 9207: it may say whose answer it is.
        if let issuer = call.query["iss"], issuer != provider.settings.issuer {
            return refused("This is the answer of another provider: try again.")
        }
        if let error = call.query["error"] {
            return refused(
                error == "access_denied"
                    ? "\(provider.settings.name) was told not to say who you are."
                    : "\(provider.settings.name) says: \(error.prefix(200)).")
        }
        guard let code = call.query["code"] else { return refused("The answer has no code: try again.") }
        let text: String
        do throws(OpenIDError) {
            text = try await provider.mail(code: code, attempt: attempt, redirect: redirect(call))
        } catch {
            guard case .refused(let reason) = error else { throw Self.failure(error, provider) }
            return refused("You could not be signed in: \(reason).")
        }
        let member = try await member(text, call)
        guard let member else {
            return refused("\(text) is of no member: an administrator can add you.")
        }
        let secret = try await Principal.acting(as: Principal(.member, id: member.id)) {
            () async throws(ConsoleFailure) in
            try await call.store.asking { (store) throws(StorageError) in try await store.beginSession(of: member) }
        }
        return .signedIn(secret, to: attempt.destination)
    }

    private func member(_ text: String, _ call: ConsoleCall) async throws(ConsoleFailure) -> Member? {
        // The provider's way of writing it may differ.
        guard let mail = MailAddress(text) else { return nil }
        return try await call.store.asking { (store) throws(StorageError) in
            try await store.members().first { $0.mail.description.lowercased() == mail.description.lowercased() }
        }
    }

    private func asking<Value>(
        _ body: () async throws(OpenIDError) -> Value
    ) async throws(ConsoleFailure) -> Value {
        do throws(OpenIDError) { return try await body() } catch { throw Self.failure(error, provider) }
    }

    private static func failure(_ error: OpenIDError, _ provider: OpenIDProvider) -> ConsoleFailure {
        ConsoleFailure(
            .badGateway,
            "\(provider.settings.issuer), which you sign in by, is of no use at this moment: \(error). Try again later."
        )
    }
}
