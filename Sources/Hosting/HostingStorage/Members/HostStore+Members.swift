// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// What is changed of a member; nil leaves it as it is.
    package struct MemberChange: Sendable {
        package var name: String?
        package var role: Role?
        /// No apps stand for all of them.
        package var appIDs: [String]?
        package var getsMail: Bool?

        package init(name: String? = nil, role: Role? = nil, appIDs: [String]? = nil, getsMail: Bool? = nil) {
            self.name = name
            self.role = role
            self.appIDs = appIDs
            self.getsMail = getsMail
        }
    }

    /// Adds somebody to the team.
    package func createMember(
        _ mail: MailAddress, _ values: MemberChange = MemberChange()
    ) async throws(StorageError) -> Member {
        var member = Member(id: makeID(), mail: mail, name: "", role: .developer, createdAt: now())
        member.take(values)
        let made = member
        return try await changing { (connection, audit) throws(StorageError) in
            guard try connection.row("SELECT id FROM members WHERE mail = \(mail.description)") == nil else {
                throw .refused(.taken(attribute: "mail", value: mail.description))
            }
            try Self.check(made.appIDs, in: connection)
            try made.insert(into: connection)
            try audit.note(.addMember, mail.description, detail: made.role.rawValue, in: connection)
            return made
        }
    }

    /// - Throws: `notFound` for nobody of the team.
    package func changeMember(_ mail: MailAddress, _ values: MemberChange) async throws(StorageError) -> Member {
        try await changing { (connection, audit) throws(StorageError) in
            var member = try Self.member(mail, in: connection)
            member.take(values)
            try Self.check(member.appIDs, in: connection)
            try member.update(in: connection)
            let apps = member.appIDs.map { ids in ids.count == 1 ? "1 app" : "\(ids.count) apps" } ?? "all apps"
            try audit.note(
                .changeMember, mail.description, detail: "\(member.role.rawValue), \(apps)", in: connection)
            return member
        }
    }

    /// Removes somebody from the team, with their keys.
    package func removeMember(_ mail: MailAddress) async throws(StorageError) {
        let time = now()
        try await changing { (connection, audit) throws(StorageError) in
            let member = try Self.member(mail, in: connection)
            for table in ["sessions", "invitations"] {
                try connection.execute(
                    SQL(verbatim: "DELETE FROM \(table)") + " WHERE member_id = \(member.id)")
            }
            try Self.revokeKeys(ofMember: member.id, at: time, in: connection)
            try connection.execute("DELETE FROM members WHERE id = \(member.id)")
            try audit.note(.removeMember, mail.description, in: connection)
        }
    }

    /// All of the team, by their addresses.
    package func members() async throws(StorageError) -> [Member] {
        try await database.read { (connection) throws(StorageError) in try Self.members(in: connection) }
    }

    static func members(in connection: any SQLConnection) throws(StorageError) -> [Member] {
        var members: [Member] = []
        for row in try connection.rows("SELECT * FROM members ORDER BY mail") { members.append(try Member(row)) }
        return members
    }

    static func member(
        _ mail: MailAddress, in connection: any SQLConnection
    ) throws(StorageError) -> Member {
        guard let row = try connection.row("SELECT * FROM members WHERE mail = \(mail.description)") else {
            throw .refused(.notFound(type: "members", id: mail.description))
        }
        return try Member(row)
    }

    private static func check(_ appIDs: [String]?, in connection: any SQLConnection) throws(StorageError) {
        for id in appIDs ?? [] where try connection.row("SELECT id FROM apps WHERE id = \(id)") == nil {
            throw .refused(.notFound(type: "apps", id: id))
        }
    }
}

extension Member {
    fileprivate mutating func take(_ values: HostStore.MemberChange) {
        name = values.name ?? name
        role = values.role ?? role
        if let appIDs = values.appIDs { self.appIDs = appIDs.isEmpty ? nil : appIDs }
        getsMail = values.getsMail ?? getsMail
    }
}
