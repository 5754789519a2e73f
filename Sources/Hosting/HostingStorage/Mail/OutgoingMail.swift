// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// A mail to one member of the team.
package struct OutgoingMail: Equatable, Sendable {
    package enum State: String, Sendable {
        case pending, sent, failed
    }

    /// Receivers tell by it what they have had already.
    package let id: String
    package let recipient: MailAddress
    package let subject: String
    /// Of one that invites somebody, without the secret that they show.
    package let body: String
    /// The member whom it invites; nil for another mail.
    package let invitedID: String?
    package let createdAt: Timestamp
    package internal(set) var state = State.pending
    package internal(set) var sentAt: Timestamp?
    /// Why the last try failed.
    package internal(set) var error: String?

    package init(
        id: String, recipient: MailAddress, subject: String, body: String, invitedID: String? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.recipient = recipient
        self.subject = subject
        self.body = body
        self.invitedID = invitedID
        self.createdAt = createdAt
    }

    init(_ row: SQLRow) throws(StorageError) {
        id = try row.text("id")
        guard let address = MailAddress(try row.text("recipient")) else {
            throw .unexpected("a mail goes to no address: \(id)")
        }
        recipient = address
        subject = try row.text("subject")
        body = try row.text("body")
        invitedID = try row.optionalText("invited_id")
        createdAt = try row.timestamp("created_at")
        state = try row.raw("state")
        sentAt = try row.optionalTimestamp("sent_at")
        error = try row.optionalText("error")
    }

    func insert(into connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO mails (id, recipient, subject, body, invited_id, created_at, state, sent_at, error)
            VALUES (\(id), \(recipient.description), \(subject), \(body), \(invitedID), \(createdAt), \(state.rawValue),
                \(sentAt), \(error))
            """)
    }

    /// As it is sent, which is not kept.
    func withBody(_ body: String) -> OutgoingMail {
        var mail = OutgoingMail(
            id: id, recipient: recipient, subject: subject, body: body, invitedID: invitedID, createdAt: createdAt)
        (mail.state, mail.sentAt, mail.error) = (state, sentAt, error)
        return mail
    }

    func update(in connection: any SQLConnection) throws(StorageError) {
        try connection.execute(
            "UPDATE mails SET state = \(state.rawValue), sent_at = \(sentAt), error = \(error?.storable) WHERE id = \(id)"
        )
    }
}
