// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct TeamContent: ConsoleContent {
    struct RoleChoice: Sendable {
        let value: String
        let title: String
        let isChosen: Bool

        static func all(_ chosen: Role?) -> [RoleChoice] {
            Role.allCases.map { RoleChoice(value: $0.rawValue, title: $0.title, isChosen: $0 == chosen) }
        }
    }

    struct MemberRow: Sendable {
        let id: String
        let mail: String
        let name: String
        let role: String
        let roles: [RoleChoice]
        let apps: String
        /// What has become of the mail by which they were invited, unless it was sent.
        let invitation: String?
        /// Whether it is whoever looks.
        let isOwn: Bool

        /// - `mail`: the last one by which they were invited.
        static func words(about mail: OutgoingMail?) -> String? {
            switch mail?.state {
            case nil, .sent: nil
            case .pending:
                mail?.error.map { "The invitation is sent again: \($0)." } ?? "The invitation is on its way."
            case .failed: "The invitation was not delivered\(mail?.error.map { ": \($0)" } ?? "")."
            }
        }
    }

    struct KeyRow: Sendable {
        let id: String
        let name: String
        /// Whose it is; nil for one of the team.
        let owner: String?
        let role: String
        let apps: String
        let created: String
        let revoked: String?
    }

    struct AppChoice: Sendable {
        let id: String
        let name: String
        let isChosen: Bool
    }

    /// What a form has that makes somebody, or something: what was asked for, where that could not be done, so that nothing else is
    /// asked for by what was forgotten.
    struct Form: Sendable {
        let mail: String
        let name: String
        let roles: [RoleChoice]
        let apps: [AppChoice]

        /// - `sent`: nil for one that nobody has filled in.
        init(_ sent: FormFields?, appNames: [String: String]) {
            mail = sent?["mail"] ?? ""
            name = sent?["name"] ?? ""
            roles = RoleChoice.all(sent?.role ?? .developer)
            let chosen = sent?.all("app") ?? []
            apps = appNames.map { AppChoice(id: $0.key, name: $0.value, isChosen: chosen.contains($0.key)) }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        }
    }

    /// What is shown once, and is nowhere here.
    struct Secret: Sendable {
        let words: String
        let text: String

        static func invitation(_ secret: HostingModel.Secret, of mail: MailAddress, base: String) -> Secret {
            Secret(
                words: "Send this address to \(mail), and to nobody else: it is good once, for three days, and lets "
                    + "them choose a password.",
                text: base + ConsoleEndpoint.root + "/welcome/" + secret.text)
        }

        static func key(_ id: String, issuer: String, privateKey: String) -> Secret {
            Secret(
                words: "Keep this as AuthKey_\(id).p8: it is shown this once. The ID of the key is \(id), its issuer "
                    + "\(issuer).",
                text: privateKey)
        }

        static func individualKey(_ id: String, privateKey: String) -> Secret {
            Secret(
                words:
                    "Keep this as AuthKey_\(id).p8: it is shown this once. The ID of the key is \(id); its tokens have the "
                    + "subject (sub) “user”, and no issuer.",
                text: privateKey)
        }
    }

    static let template = "team"
    let title = "Team"
    let members: [MemberRow]
    let keys: [KeyRow]
    let memberForm: Form
    let keyForm: Form
    let mayManageKeys: Bool
    /// Whether the host sends mail: invitations go by it.
    let sendsMail: Bool
    /// Of forms whose answers are shown once.
    let once = HostingModel.Secret().text
    let secret: Secret?
    /// What has been done.
    let notice: String?
    let problem: String?

    /// - `invitations`: the last mail by which each member was invited, by their identifiers; nil where the host sends none.
    /// - `own`: the identifier of whoever looks.
    /// - `refused`: the form that was sent, and has to be put right.
    init(
        _ members: [Member], _ keys: [APIKey], appNames: [String: String], invitations: [String: OutgoingMail]?,
        own: String, mayManageKeys: Bool, refused: (isKey: Bool, form: FormFields)? = nil, secret: Secret?,
        notice: String?, problem: String?
    ) {
        func names(_ ids: [String]?) -> String {
            ids.map { $0.map { appNames[$0] ?? $0 }.sorted().joined(separator: ", ") } ?? "all apps"
        }
        self.members = members.map { member in
            MemberRow(
                id: member.id, mail: member.mail.description, name: member.name, role: member.role.title,
                roles: RoleChoice.all(member.role), apps: names(member.appIDs),
                invitation: MemberRow.words(about: invitations?[member.id]), isOwn: member.id == own)
        }
        let owners = Dictionary(members.map { ($0.id, $0.shownName) }) { first, _ in first }
        self.keys = keys.map { key in
            KeyRow(
                id: key.id, name: key.name, owner: key.memberID.map { owners[$0] ?? "a former member" },
                role: key.role.title, apps: names(key.appIDs),
                created: key.createdAt.description, revoked: key.revokedAt?.description)
        }
        memberForm = Form(refused.flatMap { $0.isKey ? nil : $0.form }, appNames: appNames)
        keyForm = Form(refused.flatMap { $0.isKey ? $0.form : nil }, appNames: appNames)
        self.mayManageKeys = mayManageKeys
        sendsMail = invitations != nil
        self.secret = secret
        self.notice = notice
        self.problem = problem
    }
}
