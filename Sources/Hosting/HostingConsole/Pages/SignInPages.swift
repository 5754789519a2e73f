// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingStorage

/// Signing in and out, and choosing a password.
struct SignInPages: Sendable {
    private let limiter = SignInLimiter()
    private let hashing = PasswordHashing()
    /// The name of a provider by which members may sign in, too.
    private let provider: String?

    init(provider: String?) { self.provider = provider }

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute.get("sign-in", nil) { call throws(ConsoleFailure) in
                if call.session != nil { return .redirect("/") }
                return .page(SignInContent(to: call.query["to"], provider: provider))
            },
            ConsoleRoute.post("sign-in", nil, perform: signIn),
            ConsoleRoute.post("sign-out", .read, perform: signOut),
            ConsoleRoute.get("welcome/*", nil, perform: welcome),
            ConsoleRoute.post("welcome/*", nil, perform: choosePassword),
            ConsoleRoute.post("account/password", .read, perform: changePassword),
        ]
    }

    private func signIn(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (text, password) = (call.form.text("mail") ?? "", call.form["password"] ?? "")
        let destination = SignInContent.destination(call.form["to"])
        func refused(_ problem: String) -> ConsoleAnswer {
            .refused(SignInContent(to: destination, mail: text, provider: provider, problem: problem))
        }
        guard let mail = MailAddress(text) else { return refused("This is no address of mail.") }
        // Only what is looked at counts: whoever finds no place has not tried.
        let (member, problem) = try await hashing.taking(aPlaceFor: call.client) {
            () async throws(ConsoleFailure) -> (Member?, String?) in
            if let seconds = limiter.take(mail.description.lowercased(), of: call.client, at: call.now) {
                return (nil, "There were too many tries: wait \(seconds / 60 + 1) minutes.")
            }
            let found = try await call.store.asking { (store) throws(StorageError) in
                try await store.credentials(of: mail)
            }
            // Nobody learns from the time it takes whether somebody is of the team.
            let isRight = try await hashing.matches(password, found?.password)
            return (isRight ? found?.member : nil, nil)
        }
        guard let member else { return refused(problem ?? "The address or the password is not right.") }
        limiter.forget(mail.description.lowercased(), of: call.client)
        let secret = try await Principal.acting(as: Principal(.member, id: member.id)) {
            () async throws(ConsoleFailure) in
            try await call.store.asking { (store) throws(StorageError) in try await store.beginSession(of: member) }
        }
        return .signedIn(secret, to: destination)
    }

    private func signOut(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        if let session = call.session {
            try await call.store.asking { (store) throws(StorageError) in try await store.endSession(session) }
        }
        return .signedOut
    }

    // MARK: A password

    private func invitation(_ call: ConsoleCall) async throws(ConsoleFailure) -> (Secret, Member) {
        let old = ConsoleFailure(
            .notFound, "This invitation was used, or is too old: an administrator can send you another.")
        guard let secret = Secret(call.parameters[0]) else { throw old }
        let member = try await call.store.asking { (store) throws(StorageError) in try await store.invited(by: secret) }
        guard let member else { throw old }
        return (secret, member)
    }

    private func welcome(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .page(WelcomeContent(mail: try await invitation(call).1.mail))
    }

    private func choosePassword(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (secret, member) = try await invitation(call)
        let password = call.form["password"] ?? ""
        var problem = PasswordRules.fault(of: password, mail: member.mail).map {
            "This cannot be your password: \($0)."
        }
        if problem == nil, call.form["again"] != password { problem = "The two are not the same: type it once more." }
        if let problem { return .refused(WelcomeContent(mail: member.mail, problem: problem)) }
        let hash = try await hashing.taking(aPlaceFor: call.client) { () async throws(ConsoleFailure) in
            try await hashing.hash(of: password)
        }
        let (set, session) = try await Principal.acting(as: Principal(.member, id: member.id)) {
            () async throws(ConsoleFailure) -> (Member?, Secret?) in
            try await call.store.asking { (store) throws(StorageError) -> (Member?, Secret?) in
                guard let set = try await store.setPassword(hash, by: secret) else { return (nil, nil) }
                return (set, try await store.beginSession(of: set))
            }
        }
        guard set != nil, let session else { throw .nothing }
        return .signedIn(session, to: "/")
    }

    private func changePassword(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        guard let session = call.session else { return .redirect("/sign-in") }
        let mail = session.member.mail
        let password = call.form["password"] ?? ""
        let fault =
            PasswordRules.fault(of: password, mail: mail).map { "This cannot be your password: \($0)." }
            ?? (call.form["again"] == password ? nil : "The two are not the same: type it once more.")
        if let fault { return .refused(try await AccountPages.content(call, problem: fault)) }
        let wrong = "The present password is not right."
        let (found, problem) = try await hashing.taking(aPlaceFor: call.client) {
            () async throws(ConsoleFailure) -> ((new: PasswordHash, present: PasswordHash)?, String?) in
            // Whoever finds somebody's browser open guesses no better than anybody else.
            if let seconds = limiter.take(mail.description.lowercased(), of: call.client, at: call.now) {
                return (nil, "There were too many tries: wait \(seconds / 60 + 1) minutes.")
            }
            let found = try await call.store.asking { (store) throws(StorageError) in
                try await store.credentials(of: mail)
            }
            guard try await hashing.matches(call.form["present"] ?? "", found?.password), let present = found?.password
            else { return (nil, wrong) }
            return ((try await hashing.hash(of: password), present), nil)
        }
        guard let found else { return .refused(try await AccountPages.content(call, problem: problem)) }
        limiter.forget(mail.description.lowercased(), of: call.client)
        // Of several at once that begin with the same, one counts.
        let isSet = try await call.store.asking { (store) throws(StorageError) in
            try await store.setPassword(found.new, replacing: found.present, in: session)
        }
        guard isSet else { return .refused(try await AccountPages.content(call, problem: wrong)) }
        return .redirect("/account")
    }
}
