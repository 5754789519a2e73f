// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import Logging
import NIOSSL
import Testing

@testable import HostingNotification
@testable import HostingStorage

/// Mail that a real server takes: Exim.
@Suite("Mail on its way", .timeLimit(.minutes(2))) struct MailWorkerTests {
    private struct Rig {
        let store: HostStore
        let worker: MailWorker
        let time: DrivenTime
        let host: MailHost.Place

        /// The mails to a member, as the server has delivered them.
        func delivered(to recipient: MailAddress) async throws -> [String] {
            try host.mails().filter { $0.contains("Envelope-to: \(recipient)\n") }
        }
    }

    /// - `server`: what is changed of where mail is left.
    private func with(
        trusts: Bool = true, _ change: (inout MailServer, MailHost.Place) -> Void = { _, _ in },
        _ body: (Rig) async throws -> Void
    ) async throws {
        let host = try await MailHost.shared.place()
        try await TemporaryFolder.with { folder in
            let time = DrivenTime()
            let database = try SQLiteDatabase(path: folder.path("host.sqlite"))
            try await HostSchema.migrate(database)
            let store = HostStore(
                database: database, objects: try FolderObjectStore(path: folder.path("objects")), now: { time.now },
                makeID: { UUID().uuidString.lowercased() })
            var server = MailServer(
                host: "localhost", port: host.port, security: .startTLS, user: "packs", password: "secret",
                sender: "packs@example.com")
            change(&server, host)
            try await store.setMailServer(server)
            let authorities = trusts ? try NIOSSLCertificate.fromPEMFile(host.authorityPath) : []
            let worker = MailWorker(
                store: store, jobs: JobQueue(database: database, now: { time.now }),
                client: SMTPClient(trusting: authorities), now: { time.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await body(Rig(store: store, worker: worker, time: time, host: host))
            await database.close()
        }
    }

    private func mail(_ rig: Rig, to recipient: MailAddress, subject: String = "Hello", body: String = "x") async throws
    {
        let mail = OutgoingMail(
            id: UUID().uuidString.lowercased(), recipient: recipient, subject: subject, body: body,
            createdAt: rig.time.now)
        try await rig.store.database.write { (connection) throws(StorageError) in
            try mail.insert(into: connection)
            try JobQueue.add(.mail, for: mail.id, id: "job-" + mail.id, at: mail.createdAt, in: connection)
        }
    }

    private func newMember() throws -> MailAddress {
        try #require(MailAddress("m-\(UUID().uuidString.lowercased())@example.com"))
    }

    private func state(_ rig: Rig) async throws -> OutgoingMail {
        try #require(try await rig.store.mails(limit: 1).first)
    }

    @Test("C12: mail goes over STARTTLS, and over TLS from the first byte, with a password", arguments: [true, false])
    func sent(implicit: Bool) async throws {
        try await with { server, host in
            if implicit { (server.security, server.port) = (.implicit, host.securePort) }
        } _: { rig in
            let member = try newMember()
            try await mail(rig, to: member, subject: "Die Küste ist da", body: "Zeile eins = 1\n.\nKüste\n")
            #expect(try await rig.worker.workOnce())
            #expect(try await !rig.worker.workOnce())
            let mail = try await state(rig)
            #expect(mail.state == .sent && mail.sentAt == rig.time.now && mail.error == nil, "\(mail)")
            let text = try await eventualValue { try await rig.delivered(to: member).first }
            #expect(text.contains("with esmtpsa") && text.contains("Message-ID: <\(mail.id)@example.com>"), "\(text)")
            #expect(text.contains("\n\nZeile eins =3D 1\n.\nK=C3=BCste\n"), "\(text)")
        }
    }

    @Test("Without TLS, where that is said, and nobody is asked who they are") func plain() async throws {
        try await with { server, _ in
            (server.security, server.user, server.password) = (.none, nil, nil)
        } _: { rig in
            try await mail(rig, to: try #require(MailAddress("open@example.com")))
            #expect(try await rig.worker.workOnce())
            #expect(try await state(rig).state == .sent)
        }
    }

    @Test("C12: an address that is nobody's is given up; one that is busy is tried again") func refused() async throws {
        try await with { rig in
            try await mail(rig, to: try #require(MailAddress("nobody@example.com")))
            #expect(try await rig.worker.workOnce())
            let lost = try await state(rig)
            #expect(lost.state == .failed && lost.error?.contains("there is nobody of that name") == true, "\(lost)")
            rig.time.advance(1)
            try await mail(rig, to: try #require(MailAddress("busy@example.com")))
            #expect(try await rig.worker.workOnce())
            let busy = try await state(rig)
            #expect(busy.state == .pending && busy.error?.contains("busy") == true, "\(busy)")
            rig.time.advance(59)
            #expect(try await !rig.worker.workOnce())
            rig.time.advance(1)
            #expect(try await rig.worker.workOnce())
        }
    }

    @Test("A wrong password is told, and tried again: it may be put right") func wrongPassword() async throws {
        try await with { server, _ in
            server.password = "wrong"
        } _: { rig in
            let member = try newMember()
            try await mail(rig, to: member)
            #expect(try await rig.worker.workOnce())
            let held = try await state(rig)
            #expect(held.state == .pending && held.error?.contains("AUTH") == true, "\(held)")
            #expect(held.error?.contains("wrong") == false)
            var server = try #require(try await rig.store.mailServer())
            server.password = "secret"
            try await rig.store.setMailServer(server)
            rig.time.advance(60)
            #expect(try await rig.worker.workOnce())
            #expect(try await state(rig).state == .sent)
        }
    }

    @Test("A server whose certificate is not trusted gets nothing, nor one that offers no TLS") func untrusted()
        async throws
    {
        try await with(trusts: false) { rig in
            let member = try newMember()
            try await mail(rig, to: member)
            #expect(try await rig.worker.workOnce())
            let held = try await state(rig)
            #expect(
                held.state == .pending && held.error?.contains("its certificate is of no authority") == true, "\(held)")
            #expect(try await rig.delivered(to: member).isEmpty)
        }
    }

    @Test(
        "A server that hangs up when it has the mail is not sent it again; before that it is",
        arguments: [
            "EHLO", "MAIL", "RCPT", "DATA", ".", "the end", "QUIT",
        ])
    func curtServer(command: String) async throws {
        try await CurtMailServer.with(hangingUpAt: command) { port in
            try await with { server, _ in
                server = MailServer(host: "127.0.0.1", port: port, security: .none, sender: "packs@example.com")
            } _: { rig in
                try await mail(rig, to: try newMember())
                #expect(try await rig.worker.workOnce())
                let mail = try await state(rig)
                let isTaken = ["the end", "QUIT"].contains(command)
                #expect(mail.state == (isTaken ? .sent : .pending), "\(mail)")
                #expect((mail.error == nil) == isTaken)
            }
        }
    }

    @Test("A server that is not there, and none at all") func absent() async throws {
        try await with { server, _ in
            (server.host, server.port) = ("127.0.0.1", 1)
        } _: { rig in
            try await mail(rig, to: try newMember())
            #expect(try await rig.worker.workOnce())
            let held = try await state(rig)
            #expect(held.state == .pending && held.error?.contains("127.0.0.1:1 cannot be reached") == true, "\(held)")
            try await rig.store.setMailServer(nil)
            rig.time.advance(60)
            #expect(try await rig.worker.workOnce())
            #expect(try await state(rig).state == .failed)
        }
    }
}
