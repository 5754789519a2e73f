// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Somebody of the team.
package struct Member: Equatable, Sendable {
    package let id: String
    /// Unique.
    package let mail: MailAddress
    package var name: String
    package var role: Role
    /// The apps that they are limited to; nil for all.
    package var appIDs: [String]?
    /// Whether they are told by mail what becomes of uploads and reviews.
    package var getsMail: Bool
    package let createdAt: Timestamp

    package init(
        id: String, mail: MailAddress, name: String, role: Role, appIDs: [String]? = nil, getsMail: Bool = true,
        createdAt: Timestamp
    ) {
        self.id = id
        self.mail = mail
        self.name = name
        self.role = role
        self.appIDs = appIDs
        self.getsMail = getsMail
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        guard let address = MailAddress(try row.text("mail")) else {
            throw .unexpected("a member has no address of mail: \(id)")
        }
        mail = address
        name = try row.text("name")
        role = try row.raw("role")
        appIDs = try row.optionalJSON("app_ids")
        getsMail = try row.bool("gets_mail")
        createdAt = try row.timestamp("created_at")
    }

    /// As others see them.
    package var shownName: String { name.isEmpty ? mail.description : name }

    /// Whether notices of an app are for them: of those who upload, submit and release.
    func hears(ofApp appID: String) -> Bool { getsMail && role.allows(.upload) && (appIDs?.contains(appID) ?? true) }

    /// Whether they are told of what is submitted of an app: those who may decide on it.
    func reviews(app appID: String) -> Bool { getsMail && role.allows(.review) && (appIDs?.contains(appID) ?? true) }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO members (id, mail, name, role, app_ids, gets_mail, created_at)
            VALUES (\(id), \(mail.description), \(name), \(role.rawValue), \(try apps), \(getsMail), \(createdAt))
            """)
    }

    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            UPDATE members SET name = \(name), role = \(role.rawValue), app_ids = \(try apps), gets_mail = \(getsMail)
            WHERE id = \(id)
            """)
    }

    private var apps: JSONColumn? {
        get throws(StorageError) {
            guard let appIDs else { return nil }
            return try JSONColumn(appIDs)
        }
    }
}
