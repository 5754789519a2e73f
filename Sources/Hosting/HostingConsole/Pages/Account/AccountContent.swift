// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

struct AccountContent: ConsoleContent {
    struct KeyRow: Sendable {
        let id: String
        let name: String
        let created: String
        let revoked: String?

        init(_ key: APIKey) {
            id = key.id
            name = key.name
            created = key.createdAt.description
            revoked = key.revokedAt?.description
        }
    }

    static let template = "account"
    let title = "Your account"
    let mail: String
    let role: String
    let apps: String
    let keys: [KeyRow]
    /// Of the form that makes a key.
    let once = Secret().text
    /// Characters of a password, at least.
    let shortest = PasswordRules.shortest
    /// Of the key that was to be made, and could not be.
    let name: String
    let secret: TeamContent.Secret?
    let problem: String?

    init(
        _ member: Member, _ keys: [APIKey], appNames: [String], name: String, secret: TeamContent.Secret?,
        problem: String?
    ) {
        mail = member.mail.description
        role = member.role.title
        apps = member.appIDs == nil ? "all" : appNames.sorted().joined(separator: ", ")
        self.keys = keys.map { KeyRow($0) }
        self.name = name
        self.secret = secret
        self.problem = problem
    }
}
