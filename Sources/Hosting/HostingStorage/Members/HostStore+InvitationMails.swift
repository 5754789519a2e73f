// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

extension HostStore {
    /// Lets somebody choose a password, as `invite` does, by an address that is sent to them. It is made when the mail is sent: until
    /// then there is none, and what is kept of it is its digest. Earlier ones are of no use from now on.
    ///
    /// - `inviter`: as they know whoever invites them.
    /// - `base`: scheme, host and port of the page, with no slash at the end.
    /// - Returns: whether a mail is on its way: not where the host sends none.
    /// - Throws: `notFound` for nobody of the team.
    package func inviteByMail(
        _ mail: MailAddress, inviter: String, base: String
    ) async throws(StorageError) -> Bool {
        let time = now()
        return try await changing { [makeID] (connection, audit) throws(StorageError) in
            let outbox = MailOutbox(connection: connection, time: time, makeID: makeID)
            let member = try Self.member(mail, in: connection)
            guard try outbox.isOpen else { return false }
            try connection.execute("DELETE FROM invitations WHERE member_id = \(member.id)")
            try outbox.add(InvitationNotice(name: member.shownName, inviter: inviter, base: base), to: member)
            try audit.note(.inviteMember, mail.description, detail: "by mail", in: connection)
            return true
        }
    }

    /// The last mail by which each member was invited, by their identifiers; none of those who were not, or long ago.
    package func invitationMails() async throws(StorageError) -> [String: OutgoingMail] {
        try await database.read { (connection) throws(StorageError) in
            var mails: [String: OutgoingMail] = [:]
            let rows = try connection.rows("SELECT * FROM mails WHERE invited_id IS NOT NULL ORDER BY created_at, id")
            for row in rows {
                let mail = try OutgoingMail(row)
                if let id = mail.invitedID { mails[id] = mail }
            }
            return mails
        }
    }

    /// Fills in the address of somebody who is invited, when their mail is sent. When that is done anew, because it is not known whether
    /// the mail has arrived, what stood in the first one stays good, too.
    ///
    /// - Returns: nil when they are not of the team any more.
    static func invitation(
        in mail: OutgoingMail, for memberID: String, at time: Timestamp, _ connection: any SQLConnection
    ) throws(StorageError) -> OutgoingMail? {
        guard try connection.row("SELECT id FROM members WHERE id = \(memberID)") != nil else { return nil }
        let secret = Secret()
        try insertInvitation(secret, for: memberID, at: time, in: connection)
        return mail.withBody(mail.body.replacing(InvitationNotice.secretPlace, with: secret.text))
    }
}
