// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Mail from the program itself, through Exim.
@Suite("ba-host mail", .timeLimit(.minutes(2))) struct MailCommandTests {
    @Test("C12: members are told by mail that a version is ready") func upload() async throws {
        let mailHost = try await MailHost.shared.place()
        try await ServingHost.with(arguments: ["--trust", mailHost.authorityPath]) { host in
            try host.folder.write("secret\n", to: "password")
            let set = try await host.ba(
                "mail", "set", "smtp://packs@localhost:\(mailHost.port)", "--from", "packs@example.com",
                "--password-file", host.folder.path("password"))
            #expect(set.status == 0, "\(set.errors)")
            let member = "m-\(UUID().uuidString.lowercased())@example.com"
            #expect(try await host.ba("member", "add", member, "--name", "Ada", "--role", "DEVELOPER").status == 0)
            #expect(try await host.ba("member", "list").output.contains(member))
            let test = try await host.ba("mail", "test", member, "--trust", mailHost.authorityPath)
            #expect(test.status == 0, "\(test.errors)")
            let app = try await host.app()
            let version = try await host.upload("Tutorial", of: app).versionID
            _ = try await host.processed(version)
            let mails = try await eventualValue {
                let mails = try mailHost.mails().filter { $0.contains("Envelope-to: \(member)\n") }
                return mails.count == 2 ? mails : nil
            }
            #expect(mails.contains { $0.contains("Subject: A test of ba-host") })
            #expect(mails.contains { $0.contains("Tutorial 1 is ready for internal testing") }, "\(mails)")
            let list = try await eventualValue {
                let list = try await host.ba("mail", "list", "--json").output
                return list.contains("\"sent\"") ? list : nil
            }
            #expect(list.contains(member))
            #expect(try !host.log.contains("secret"))
        }
    }

    @Test("What is no address, and no URL of a server, is told") func badInput() async throws {
        try await TemporaryFolder.with { folder in
            func ba(_ arguments: String...) async throws -> ProgramRun { try await ServingHost.ba(arguments, folder) }
            #expect(try await ba("app", "create", "com.example.game").status == 0)
            for url in [
                "", "localhost", "http://localhost", "smtp://", "smtp://a:b@localhost", "smtp://localhost/x",
                "smtp://localhost?tls=maybe", "smtp://a@localhost?tls=none", "smtps://localhost?tls=none",
                "smtp://a@localhost", "smtp://192.0.2.1?tls=none", "smtp://mail.example.com?tls=none",
                "smtp://localhost:99999", "smtp://localhost:0",
            ] {
                let run = try await ba("mail", "set", url, "--from", "packs@example.com")
                #expect(run.status == 64, "\(url): \(run.errors)")
            }
            #expect(try await ba("mail", "set", "smtp://localhost", "--from", "nobody").status == 64)
            #expect(try await ba("member", "add", "nobody").status == 64)
            #expect(try await ba("member", "add", "a@example.com", "--role", "KING").status == 64)
            #expect(try await ba("member", "add", "a@example.com", "--app", "com.example.other").status == 66)
            #expect(try await ba("member", "remove", "a@example.com").status == 66)
            #expect(try await ba("member", "add", "a@example.com").status == 0)
            #expect(try await ba("member", "add", "A@example.com").status == 65)
            #expect(try await ba("mail", "test", "a@example.com").status == 64)
            let refused = try await ba(
                "mail", "set", "smtp://127.0.0.1:1?tls=none", "--from", "packs@example.com")
            #expect(refused.status == 0)
            let test = try await ba("mail", "test", "a@example.com")
            #expect(test.status == 69 && test.errors.contains("127.0.0.1:1 cannot be reached"), "\(test.errors)")
            #expect(try await ba("mail", "show").output == "smtp://127.0.0.1:1?tls=none from packs@example.com\n")
            #expect(try await ba("mail", "off").status == 0)
            #expect(try await ba("mail", "show").output.contains("No mail is sent"))
        }
    }
}
