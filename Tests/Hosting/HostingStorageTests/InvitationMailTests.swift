// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@testable import HostingStorage

@Suite("Invitations by mail in storage", .timeLimit(.minutes(2))) struct InvitationMailTests {
    private let server = MailServer(host: "localhost", port: 25, security: .none, sender: "packs@example.com")
    private let base = "https://packs.example.com"

    /// The secret that stands in a mail.
    private func secret(in mail: OutgoingMail?) throws -> Secret {
        let text = try #require(mail).body
        let found = try #require(
            text.firstMatch(of: /https:\/\/packs\.example\.com\/console\/welcome\/([A-Za-z0-9_-]+)\n/))
        return try #require(Secret(String(found.1)))
    }

    @Test(
        "C16: the address is made when the mail is sent, is good once, and only its digest is kept",
        arguments: DatabaseKind.allCases)
    func sending(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            try await store.setMailServer(server)
            let mail = try #require(MailAddress("ada@example.com"))
            let ada = try await store.createMember(mail, .init(name: "Ada Lovelace"))
            let shown = try await store.invite(mail)
            #expect(try await store.inviteByMail(mail, inviter: "Grace", base: base))
            // What was shown before is of no use any more.
            #expect(try await store.invited(by: shown) == nil)
            let kept = try #require(try await store.mails(limit: 1).first)
            #expect(kept.invitedID == ada.id && kept.recipient == mail && kept.state == .pending)
            #expect(kept.body.contains("Hello Ada Lovelace") && kept.body.contains("Grace invites you"))
            #expect(kept.body.contains("welcome/{invitation}"))
            #expect(try await store.invitationMails() == [ada.id: kept])
            let job = try #require(try await world.jobs.take())
            let sent = try await store.outgoingMail(job)
            let secret = try secret(in: sent)
            #expect(try await store.invited(by: secret) == ada)
            #expect(try await store.finishMail(job, error: nil, retryAfter: nil)?.state == .sent)
            #expect(try await store.mails(limit: 1).first?.body == kept.body)
            for table in ["mails", "invitations", "audit_entries", "jobs"] {
                let rows = try await store.database.read { (connection) throws(StorageError) in
                    try connection.rows(SQL(verbatim: "SELECT * FROM \(table)"))
                }
                #expect(!rows.contains { "\($0.values)".contains(secret.text) }, "\(table)")
            }
            let hash = try PasswordHash(of: "correct horse battery")
            #expect(try await store.setPassword(hash, by: secret) == ada)
            #expect(try await store.setPassword(hash, by: secret) == nil)
        }
    }

    @Test(
        "A mail that is sent again has another address, and that of the first may have arrived; both end in time",
        arguments: DatabaseKind.allCases)
    func repetition(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            try await store.setMailServer(server)
            let mail = try #require(MailAddress("ada@example.com"))
            let ada = try await store.createMember(mail)
            #expect(try await store.inviteByMail(mail, inviter: "Grace", base: base))
            let job = try #require(try await world.jobs.take())
            let first = try secret(in: try await store.outgoingMail(job))
            _ = try await store.finishMail(job, error: "gone", retryAfter: 60)
            world.clock.advance(seconds: 60)
            let again = try #require(try await world.jobs.take())
            let second = try secret(in: try await store.outgoingMail(again))
            #expect(first.text != second.text)
            for secret in [first, second] { #expect(try await store.invited(by: secret) == ada) }
            #expect(try await store.setPassword(try PasswordHash(of: "correct horse battery"), by: first) == ada)
            #expect(try await store.invited(by: second) == nil)
            _ = try await store.finishMail(again, error: nil, retryAfter: nil)
            #expect(try await store.inviteByMail(mail, inviter: "Grace", base: base))
            let late = try secret(in: try await store.outgoingMail(try #require(try await world.jobs.take())))
            world.clock.advance(seconds: 3 * 86_400)
            #expect(try await store.invited(by: late) == nil)
        }
    }

    @Test("Where no mail is sent, or to whom has gone, there is no address", arguments: DatabaseKind.allCases)
    func nobody(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let mail = try #require(MailAddress("ada@example.com"))
            let missing = await world.refusal { _ = try await store.inviteByMail(mail, inviter: "Grace", base: base) }
            #expect(missing == .notFound(type: "members", id: mail.description))
            _ = try await store.createMember(mail)
            let shown = try await store.invite(mail)
            #expect(try await !store.inviteByMail(mail, inviter: "Grace", base: base))
            #expect(try await store.invited(by: shown) != nil)
            #expect(try await store.mails(limit: 1).isEmpty)
            try await store.setMailServer(server)
            #expect(try await store.inviteByMail(mail, inviter: "Grace", base: base))
            try await store.removeMember(mail)
            let job = try #require(try await world.jobs.take())
            #expect(try await store.outgoingMail(job) == nil)
            let given = try #require(try await store.mails(limit: 1).first)
            #expect(given.state == .failed && given.error == "whom it invites is not of the team any more")
            #expect(try await world.jobs.take() == nil)
        }
    }
}
