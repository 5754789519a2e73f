// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Members who are added at the page, and invited by mail through Exim.
@Suite("Invitations of the page", .serialized, .timeLimit(.minutes(3))) struct PageInvitationTests {
    @Test("C16: who is added gets a mail, whose address is good once and is nowhere else") func invitation()
        async throws
    {
        let mailHost = try await MailHost.shared.place()
        try await ServingHost.with(arguments: ["--trust", mailHost.authorityPath]) { host in
            try host.folder.write("secret\n", to: "password")
            let set = try await host.ba(
                "mail", "set", "smtp://packs@localhost:\(mailHost.port)", "--from", "packs@example.com",
                "--password-file", host.folder.path("password"))
            #expect(set.status == 0, "\(set.errors)")
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let page = try await ada.get("/console/team")
            let token = try page.token
            #expect(page.text.contains("Add and invite by mail"))
            let mail = "m-\(UUID().uuidString.lowercased())@example.com"
            let added = try await ada.post(
                "/console/team/members", token: token,
                ["mail": mail, "name": "Bo <b>", "role": "DEVELOPER", "once": try page.once])
            #expect(
                added.status == 200 && added.text.contains("An invitation is on its way to \(mail)"), "\(added.text)")
            #expect(!added.text.contains("/console/welcome/"))
            let text = try await eventualValue {
                try mailHost.mails().first { $0.contains("Envelope-to: \(mail)\n") }
            }
            // As mail is read: lines go on behind an equals sign.
            let read = text.replacing("=\r\n", with: "").replacing("=\n", with: "")
            #expect(
                read.contains("Subject: You are invited") && read.contains("ada@example.com invites you"), "\(text)")
            let path = try #require(read.firstMatch(of: /https:\/\/[^\/\s]+(\/console\/welcome\/[A-Za-z0-9_-]{43})/)).1
            #expect(read.contains(host.url + path), "\(read)")
            let bo = PageBrowser(host, "bo")
            #expect(try await bo.get(String(path)).text.contains("Welcome, \(mail)"))
            let password = ["password": "correct horse battery", "again": "correct horse battery"]
            #expect(try await bo.post(String(path), password).status == 303)
            #expect(try await bo.get("/console/account").status == 200)
            #expect(try await PageBrowser(host, "eve").get(String(path)).status == 404)
            let secret = try #require(path.split(separator: "/").last)
            #expect(try !host.log.contains(secret))
            // Invited anew by mail, or by an address that is shown.
            let team = try await ada.get("/console/team")
            let row = try #require(team.text.firstRange(of: mail))
            let change = try #require(
                team.text[row.upperBound...].firstMatch(of: /\/console\/team\/members\/[0-9a-f-]+/)
            ).0
            let form = ["action": "invite", "once": try team.once]
            let anew = try await ada.post(String(change), token: token, form)
            #expect(anew.text.contains("on its way to \(mail)"), "\(anew.text)")
            // Once, however often that page is loaded again.
            let again = try await ada.post(String(change), token: token, form)
            #expect(again.status == 422 && again.text.contains("sent before"), "\(again.text)")
            let shown = try await ada.post(
                String(change), token: token, ["action": "address", "once": try again.once])
            #expect(shown.text.contains("/console/welcome/"), "\(shown.text)")
            let log = try await ada.get("/console/log")
            #expect(log.text.contains("member invite: \(mail) <small>by mail</small>"), "\(log.text)")
        }
    }

    @Test("A mail that cannot be delivered is told at the page of the team") func undelivered() async throws {
        try await ServingHost.with { host in
            let set = try await host.ba("mail", "set", "smtp://127.0.0.1:1?tls=none", "--from", "packs@example.com")
            #expect(set.status == 0, "\(set.errors)")
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let page = try await ada.get("/console/team")
            let token = try page.token
            let added = try await ada.post(
                "/console/team/members", token: token,
                ["mail": "bo@example.com", "role": "DEVELOPER", "once": try page.once])
            #expect(added.status == 200, "\(added.text)")
            try await eventually {
                try await ada.get("/console/team").text.contains(
                    "The invitation is sent again: the mail server 127.0.0.1:1")
            }
            // An address does it, too.
            let other = try await ada.post(
                "/console/team/members", token: token,
                [
                    "mail": "eve@example.com", "role": "DEVELOPER", "action": "address", "once": try added.once,
                ])
            #expect(other.text.contains("/console/welcome/"), "\(other.text)")
            #expect(try await !host.ba("mail", "list", "--json").output.contains("eve@example.com"))
        }
    }
}
