// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HostingModel

extension HostStore {
    static let mailServerSetting = "mail-server"

    /// Where mail is left; nil when none is sent.
    package func mailServer() async throws(StorageError) -> MailServer? {
        guard let text = try await setting(Self.mailServerSetting) else { return nil }
        do { return try JSONDecoder().decode(MailServer.self, from: Data(text.utf8)) } catch {
            throw .unexpected("the server for mail is not one on record: \(error)")
        }
    }

    /// - `server`: nil for none: what is to be told is told by nobody then, and what waits is given up.
    package func setMailServer(_ server: MailServer?) async throws(StorageError) {
        guard let server else {
            return try await changing { (connection, audit) throws(StorageError) in
                try connection.execute("DELETE FROM settings WHERE name = \(Self.mailServerSetting)")
                try audit.note(.setMailServer, "none", in: connection)
            }
        }
        let text: String
        do { text = String(decoding: try JSONEncoder().encode(server), as: UTF8.self) } catch {
            throw .failed("the server for mail cannot be written as JSON: \(error)")
        }
        try await changing { (connection, audit) throws(StorageError) in
            try Self.set(Self.mailServerSetting, to: text, in: connection)
            try audit.note(.setMailServer, server.host, detail: "from \(server.sender)", in: connection)
        }
    }

    /// The newest mails first.
    package func mails(limit: Int) async throws(StorageError) -> [OutgoingMail] {
        try await database.read { (connection) throws(StorageError) in
            var mails: [OutgoingMail] = []
            for row in try connection.rows("SELECT * FROM mails ORDER BY created_at DESC, id LIMIT \(limit)") {
                mails.append(try OutgoingMail(row))
            }
            return mails
        }
    }

    // MARK: Sending

    /// What a job is about, as it is sent; nil when there is nothing to send any more: the job is done then.
    package func outgoingMail(_ job: Job) async throws(StorageError) -> OutgoingMail? {
        let time = now()
        return try await database.write { (connection) throws(StorageError) in
            let row = try connection.row("SELECT * FROM mails WHERE id = \(job.subject)")
            guard let row, case var mail = try OutgoingMail(row), mail.state == .pending else {
                _ = try JobQueue.finish(job, in: connection)
                return nil
            }
            guard let invitedID = mail.invitedID else { return mail }
            if let invitation = try Self.invitation(in: mail, for: invitedID, at: time, connection) {
                return invitation
            }
            if try JobQueue.finish(job, in: connection) {
                (mail.state, mail.error) = (.failed, "whom it invites is not of the team any more")
                try mail.update(in: connection)
            }
            return nil
        }
    }

    /// Records a try, with the end of its job, or with the time of the next try.
    ///
    /// - `error`: why it failed; nil when it was taken.
    /// - `pause`: seconds until the next try; nil when there is none.
    /// - Returns: the mail; nil when another worker has the job meanwhile: nothing is recorded then.
    package func finishMail(
        _ job: Job, error: String?, retryAfter pause: Double?
    ) async throws(StorageError) -> OutgoingMail? {
        let time = now()
        return try await database.write { (connection) throws(StorageError) in
            let isRetried = error != nil && pause != nil
            let hasIt =
                isRetried
                ? try JobQueue.retry(job, after: pause ?? 0, from: time, in: connection)
                : try JobQueue.finish(job, in: connection)
            guard hasIt, let row = try connection.row("SELECT * FROM mails WHERE id = \(job.subject)") else {
                return nil
            }
            var mail = try OutgoingMail(row)
            (mail.error, mail.sentAt) = (error, error == nil ? time : nil)
            mail.state = error == nil ? .sent : isRetried ? .pending : .failed
            try mail.update(in: connection)
            return mail
        }
    }
}
