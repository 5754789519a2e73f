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
        try add(event, ofApp: pack.appID, about: .packVersion(identifier: pack.identifier, number: version))
    }

    /// The same, of whatever an app has.
    func add(_ event: Notice.Event, ofApp appID: String, about subject: Notice.Subject) throws(StorageError) {
        guard try isOpen, let app = try app(appID) else { return }
        let notice = Notice(event, appName: app.name, bundleID: app.bundleID, about: subject)
        try send(notice.subject, notice.body) { $0.hears(ofApp: app.id) }
    }

    /// Something has been submitted: those are told who may review it.
    ///
    /// - `items`: what it is, as people call it.
    /// - `submitterID`: who knows of it already.
    func addReview(
        _ submissionID: String, of items: [String], ofApp appID: String, in context: ReleaseContext,
        by submitterID: String
    ) throws(StorageError) {
        guard try isOpen, let app = try app(appID) else { return }
        let notice = ReviewNotice(
            appName: app.name, bundleID: app.bundleID, context: context, items: items, submissionID: submissionID)
        try send(notice.subject, notice.body) { $0.reviews(app: app.id) && $0.id != submitterID }
    }

    private func app(_ id: String) throws(StorageError) -> HostedApp? {
        try connection.row("SELECT * FROM apps WHERE id = \(id)").map { (row) throws(StorageError) in
            try HostedApp(row)
        }
    }

    private func send(
        _ subject: String, _ body: String, to isReceiver: (Member) -> Bool
    ) throws(StorageError) {
        try forgetOld()
        for member in try HostStore.members(in: connection) where isReceiver(member) {
            try add(
                OutgoingMail(id: makeID(), recipient: member.mail, subject: subject, body: body, createdAt: time))
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
