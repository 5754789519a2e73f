// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The members of the team, and the keys by which programs are known.
enum TeamPages {
    static let routes = [
        ConsoleRoute.get("team", .manageMembers) { call throws(ConsoleFailure) in .page(try await content(call)) },
        ConsoleRoute.post("team/members", .manageMembers, perform: addMember),
        ConsoleRoute.get("team/members/*", .manageMembers) { call throws(ConsoleFailure) in
            .page(try await content(of: try await member(call), call))
        },
        ConsoleRoute.post("team/members/*", .manageMembers, perform: changeMember),
        ConsoleRoute.post("team/keys", .manageKeys, perform: createKey),
        ConsoleRoute.post("team/keys/*/revoke", .manageKeys, perform: revokeKey),
    ]

    /// What is told of something that was done.
    private enum Outcome: Sendable {
        /// It is seen.
        case plain
        /// What is shown once.
        case secret(TeamContent.Secret)
        case notice(String)
        case problem(String)
    }

    /// - `isKeyForm`: which of the forms that make something was sent, where it was one.
    /// - `secret`: what is shown once.
    private static func content(
        _ call: ConsoleCall, isKeyForm: Bool? = nil, secret: TeamContent.Secret? = nil, notice: String? = nil,
        problem: String? = nil
    ) async throws(ConsoleFailure) -> TeamContent {
        let own = try administrator(call).id
        return try await call.store.asking { (store) throws(StorageError) in
            let names = Dictionary(
                try await AppPages.allApps(of: nil, in: store).map { ($0.id, $0.name) }
            ) { first, _ in first }
            let invitations = try await store.mailServer() == nil ? nil : try await store.invitationMails()
            return TeamContent(
                try await store.members(), try await store.keys(), appNames: names, invitations: invitations, own: own,
                mayManageKeys: call.allows(.manageKeys), refused: isKeyForm.map { ($0, call.form) }, secret: secret,
                notice: notice, problem: problem)
        }
    }

    /// Whoever is limited to some apps makes nobody who is not.
    @discardableResult
    private static func administrator(_ call: ConsoleCall) throws(ConsoleFailure) -> Member {
        let member = try call.member
        guard member.appIDs == nil else {
            throw .forbidden("Members and keys are managed by administrators of all apps.")
        }
        return member
    }

    // MARK: Members

    private static func addMember(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        guard let mail = call.form.text("mail").flatMap(MailAddress.init) else {
            return .refused(try await content(call, isKeyForm: false, problem: "Give the address of their mail."))
        }
        guard let role = call.form.role else {
            return .refused(try await content(call, isKeyForm: false, problem: noRole))
        }
        if let fault = nameFault(call) {
            return .refused(try await content(call, isKeyForm: false, problem: fault))
        }
        let appIDs = call.form.all("app")
        return try await answering(call, isKeyForm: false) { () async throws(ConsoleFailure) in
            let outcome = try await call.once("add \(mail)") { (store) throws(StorageError) in
                _ = try await store.createMember(
                    mail, HostStore.MemberChange(name: call.form.text("name") ?? "", role: role, appIDs: appIDs))
                return try await invite(mail, call, in: store)
            }
            return outcome ?? .problem(toldBefore)
        }
    }

    private static let toldBefore =
        "This form was sent before, and has been done. An address is shown that once: invite them anew if it is lost."

    private static let noRole = "Say what they may do."

    private static func nameFault(_ call: ConsoleCall) -> String? {
        guard let name = call.form.text("name"), !name.isEmpty, !DisplayName.isValid(name) else { return nil }
        return "A name is one line of at most \(DisplayName.longest) characters."
    }

    /// By mail, where the host sends any, and nobody wants to see the address.
    private static func invite(
        _ mail: MailAddress, _ call: ConsoleCall, in store: HostStore
    ) async throws(StorageError) -> Outcome {
        if call.form["action"] != "address",
            try await store.inviteByMail(mail, inviter: call.session?.member.shownName ?? "", base: call.base)
        {
            return .notice("An invitation is on its way to \(mail): an address that is good once, for three days.")
        }
        return .secret(.invitation(try await store.invite(mail), of: mail, base: call.base))
    }

    private static func member(_ call: ConsoleCall) async throws(ConsoleFailure) -> Member {
        try administrator(call)
        let members = try await call.store.asking { (store) throws(StorageError) in try await store.members() }
        guard let member = members.first(where: { $0.id == call.parameters[0] }) else { throw .nothing }
        return member
    }

    private static func content(
        of member: Member, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> MemberContent {
        let apps = try await call.store.asking { (store) throws(StorageError) in
            try await AppPages.allApps(of: nil, in: store)
        }
        return MemberContent(member, apps: apps, form: call.form, problem: problem)
    }

    /// Name, role and apps at once.
    private static func change(_ member: Member, _ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let hasAllApps = call.form["apps"] == "all"
        let appIDs = hasAllApps ? [] : call.form.all("app")
        var problem = nameFault(call)
        let role = call.form.role
        if role == nil { problem = noRole }
        // None would stand for all.
        if !hasAllApps, appIDs.isEmpty { problem = "Choose the apps that they may see, or all of them." }
        if problem == nil {
            let change = HostStore.MemberChange(
                name: call.form.text("name") ?? "", role: role, appIDs: appIDs)
            do throws(ConsoleFailure) {
                _ = try await call.store.asking { (store) throws(StorageError) in
                    try await store.changeMember(member.mail, change)
                }
            } catch {
                guard error.isConflict else { throw error }
                problem = error.reason
            }
        }
        if let problem { return .refused(try await content(of: member, call, problem: problem)) }
        return .redirect("/team")
    }

    private static func changeMember(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let member = try await member(call)
        let action = call.form["action"]
        // Nobody locks themselves out.
        if member.id == (try call.member.id), action != "invite", action != "address" {
            return .refused(try await content(call, problem: "Another administrator changes your own role."))
        }
        if action == "invite" || action == "address" {
            return try await answering(call) { () async throws(ConsoleFailure) in
                let outcome = try await call.once("invite \(member.mail)") { (store) throws(StorageError) in
                    try await invite(member.mail, call, in: store)
                }
                return outcome ?? .problem(toldBefore)
            }
        }
        if action == "change" { return try await change(member, call) }
        let role = call.form.role
        guard action == "remove" || action == "role" && role != nil else {
            return .refused(try await content(call, problem: noRole))
        }
        return try await changing(call) { (store) throws(StorageError) in
            if action == "remove" {
                try await store.removeMember(member.mail)
            } else {
                _ = try await store.changeMember(member.mail, HostStore.MemberChange(role: role))
            }
            return .plain
        }
    }

    // MARK: Keys

    private static func createKey(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        guard let name = call.form.text("name"), let role = call.form.role else {
            return .refused(try await content(call, isKeyForm: true, problem: "Give the key a name and a role."))
        }
        if let fault = nameFault(call) {
            return .refused(try await content(call, isKeyForm: true, problem: fault))
        }
        let appIDs = call.form.all("app")
        return try await answering(call, isKeyForm: true) { () async throws(ConsoleFailure) in
            let secret = try await call.once("key") { (store) throws(StorageError) in
                let made = try await store.createKey(name: name, role: role, appIDs: appIDs.isEmpty ? nil : appIDs)
                let issuer = try await store.setting("issuer") ?? ""
                return TeamContent.Secret.key(made.key.id, issuer: issuer, privateKey: made.privateKey)
            }
            return secret.map(Outcome.secret) ?? .problem(ConsoleCall.toldBefore)
        }
    }

    private static func revokeKey(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store) throws(StorageError) in
            try await store.revokeKey(call.parameters[0])
            return .plain
        }
    }

    private static func changing(
        _ call: ConsoleCall, _ body: (HostStore) async throws(StorageError) -> Outcome
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await answering(call) { () async throws(ConsoleFailure) in try await call.store.asking(body) }
    }

    private static func answering(
        _ call: ConsoleCall, isKeyForm: Bool? = nil, _ body: () async throws(ConsoleFailure) -> Outcome
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        try administrator(call)
        let outcome: Outcome
        do throws(ConsoleFailure) { outcome = try await body() } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(call, isKeyForm: isKeyForm, problem: error.reason))
        }
        switch outcome {
        case .plain: return .redirect("/team")
        case .secret(let secret): return .page(try await content(call, secret: secret))
        case .problem(let problem): return .refused(try await content(call, problem: problem))
        case .notice(let notice): return .page(try await content(call, notice: notice))
        }
    }
}
