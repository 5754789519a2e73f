// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

// Who is at the page. Of secrets only digests are kept.
extension HostStore {
    /// Seconds for which a session is good that is not used.
    private static let idleTime: Double = 12 * 3_600
    /// Seconds for which one is good at all.
    private static let longestTime: Double = 14 * 86_400
    /// Seconds between two notes of its use.
    private static let noteInterval: Double = 60
    /// Seconds for which somebody may choose a password.
    private static let invitationTime: Double = 3 * 86_400

    // MARK: Passwords

    /// Lets somebody choose a password, once: whoever has the secret.
    ///
    /// - Throws: `notFound` for nobody of the team.
    package func invite(_ mail: MailAddress) async throws(StorageError) -> Secret {
        let (secret, time) = (Secret(), now())
        try await changing { (connection, audit) throws(StorageError) in
            let member = try Self.member(mail, in: connection)
            try connection.execute("DELETE FROM invitations WHERE member_id = \(member.id) OR expires_at <= \(time)")
            try Self.insertInvitation(secret, for: member.id, at: time, in: connection)
            try audit.note(.inviteMember, mail.description, in: connection)
        }
        return secret
    }

    static func insertInvitation(
        _ secret: Secret, for memberID: String, at time: Timestamp, in connection: any SQLConnection
    ) throws(StorageError) {
        let end = Timestamp(seconds: time.seconds + invitationTime)
        try connection.execute(
            "INSERT INTO invitations (id, member_id, expires_at) VALUES (\(secret.digest), \(memberID), \(end))")
    }

    /// Whom an invitation is for; nil for one that is used, or too old.
    package func invited(by secret: Secret) async throws(StorageError) -> Member? {
        let time = now()
        return try await database.read { (connection) throws(StorageError) in
            try Self.invited(by: secret, at: time, in: connection)
        }
    }

    /// Takes the password of somebody who was invited. Whoever was signed in as them is no longer.
    ///
    /// - Returns: them; nil when the invitation is used, or too old.
    package func setPassword(_ hash: PasswordHash, by secret: Secret) async throws(StorageError) -> Member? {
        let time = now()
        return try await changing { (connection, audit) throws(StorageError) in
            guard let member = try Self.invited(by: secret, at: time, in: connection) else { return nil }
            try connection.execute("UPDATE members SET password = \(hash.description) WHERE id = \(member.id)")
            try connection.execute("DELETE FROM invitations WHERE member_id = \(member.id)")
            try connection.execute("DELETE FROM sessions WHERE member_id = \(member.id)")
            try audit.note(.setPassword, member.mail.description, in: connection)
            return member
        }
    }

    /// Takes another password of somebody who is signed in, and stays so. Whoever else was as them is no longer, and nobody is who was
    /// invited as them.
    ///
    /// - `present`: what is in its place.
    /// - Returns: whether it was there still.
    package func setPassword(
        _ hash: PasswordHash, replacing present: PasswordHash, in session: MemberSession
    ) async throws(StorageError) -> Bool {
        let member = session.member
        return try await changing { (connection, audit) throws(StorageError) in
            let isReplaced =
                try connection.execute(
                    """
                    UPDATE members SET password = \(hash.description)
                    WHERE id = \(member.id) AND password = \(present.description)
                    """) == 1
            guard isReplaced else { return false }
            try connection.execute("DELETE FROM invitations WHERE member_id = \(member.id)")
            try connection.execute("DELETE FROM sessions WHERE member_id = \(member.id) AND id <> \(session.id)")
            try audit.note(.setPassword, member.mail.description, in: connection)
            return true
        }
    }

    /// Somebody of the team, with what is kept of their password; nil for nobody.
    package func credentials(
        of mail: MailAddress
    ) async throws(StorageError) -> (member: Member, password: PasswordHash?)? {
        try await database.read { (connection) throws(StorageError) -> (Member, PasswordHash?)? in
            guard let row = try connection.row("SELECT * FROM members WHERE mail = \(mail.description)") else {
                return nil
            }
            return (try Member(row), try row.optionalText("password").flatMap(PasswordHash.init))
        }
    }

    // MARK: Sessions

    /// Somebody has shown who they are.
    package func beginSession(of member: Member) async throws(StorageError) -> Secret {
        let (secret, token, time) = (Secret(), Secret(), now())
        let end = Timestamp(seconds: time.seconds + Self.longestTime)
        try await changing { (connection, audit) throws(StorageError) in
            try connection.execute("DELETE FROM sessions WHERE expires_at <= \(time)")
            try connection.execute(
                """
                INSERT INTO sessions (id, member_id, form_token, used_at, expires_at)
                VALUES (\(secret.digest), \(member.id), \(token.text), \(time), \(end))
                """)
            try audit.note(.signIn, member.mail.description, in: connection)
        }
        return secret
    }

    /// Who is signed in by a secret; nil for one that is none, or no longer.
    package func session(_ secret: Secret) async throws(StorageError) -> MemberSession? {
        let (time, idleTime) = (now(), Self.idleTime)
        let found = try await database.read {
            (connection) throws(StorageError) -> (session: MemberSession, usedAt: Timestamp)? in
            let row = try connection.row(
                """
                SELECT m.*, s.form_token, s.used_at FROM sessions s JOIN members m ON m.id = s.member_id
                WHERE s.id = \(secret.digest) AND s.expires_at > \(time)
                """)
            guard let row else { return nil }
            let session = MemberSession(
                member: try Member(row), formToken: try row.text("form_token"), id: secret.digest)
            return (session, try row.timestamp("used_at"))
        }
        guard let found, time.seconds - found.usedAt.seconds < idleTime else { return nil }
        if time.seconds - found.usedAt.seconds >= Self.noteInterval {
            try await database.write { (connection) throws(StorageError) in
                try connection.execute("UPDATE sessions SET used_at = \(time) WHERE id = \(secret.digest)")
            }
        }
        return found.session
    }

    package func endSession(_ session: MemberSession) async throws(StorageError) {
        try await changing { (connection, audit) throws(StorageError) in
            guard try connection.execute("DELETE FROM sessions WHERE id = \(session.id)") == 1 else { return }
            try audit.note(.signOut, session.member.mail.description, in: connection)
        }
    }

    private static func invited(
        by secret: Secret, at time: Timestamp, in connection: any SQLConnection
    ) throws(StorageError) -> Member? {
        let row = try connection.row(
            """
            SELECT m.* FROM invitations i JOIN members m ON m.id = i.member_id
            WHERE i.id = \(secret.digest) AND i.expires_at > \(time)
            """)
        guard let row else { return nil }
        return try Member(row)
    }
}
