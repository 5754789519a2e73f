// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// What members of the team are to be told by mail, written in the transaction in which it happens: nothing is told that is not
/// so, and nothing is lost. A host that has no server to leave its mail with writes none.
struct MailOutbox {
    /// Days for which mails that have ended can be looked at.
    private static let keptDays: Int64 = 30

    let connection: any SQLConnection
    let time: Timestamp
    let makeID: () -> String

    /// Whether there is a server that takes mail.
    var isOpen: Bool {
        get throws(StorageError) {
            try connection.row("SELECT name FROM settings WHERE name = \(HostStore.mailServerSetting)") != nil
        }
    }

    /// Something has become of a version of a pack: everybody is told whom notices of the app are for.
    func add(_ event: Notice.Event, of pack: HostedPack, version: Int) throws(StorageError) {
        guard try isOpen, let row = try connection.row("SELECT * FROM apps WHERE id = \(pack.appID)") else { return }
        let app = try HostedApp(row)
        let notice = Notice(
            event, appName: app.name, bundleID: app.bundleID, packIdentifier: pack.identifier, version: version)
        try forgetOld()
        for member in try HostStore.members(in: connection) where member.hears(ofApp: app.id) {
            try add(
                OutgoingMail(
                    id: makeID(), recipient: member.mail, subject: notice.subject, body: notice.body, createdAt: time))
        }
    }

    /// Somebody is invited.
    func add(_ notice: InvitationNotice, to member: Member) throws(StorageError) {
        try forgetOld()
        try add(
            OutgoingMail(
                id: makeID(), recipient: member.mail, subject: notice.subject, body: notice.body, invitedID: member.id,
                createdAt: time))
    }

    private func add(_ mail: OutgoingMail) throws(StorageError) {
        try mail.insert(into: connection)
        try JobQueue.add(.mail, for: mail.id, id: makeID(), at: time, in: connection)
    }

    private func forgetOld() throws(StorageError) {
        let limit = time.milliseconds - Self.keptDays * 86_400_000
        try connection.execute(
            "DELETE FROM mails WHERE created_at < \(limit) AND state <> \(OutgoingMail.State.pending.rawValue)")
    }
}
