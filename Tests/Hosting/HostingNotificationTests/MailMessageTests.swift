// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import Testing

@testable import HostingNotification

struct MailMessageTests {
    private func message(subject: String = "Hello", body: String = "text") throws -> MailMessage {
        MailMessage(
            id: "one", from: try #require(MailAddress("packs@example.com")),
            to: try #require(MailAddress("ada@example.org")),
            subject: subject, body: body, date: Timestamp(milliseconds: 1_800_000_000_000))
    }

    @Test func headers() throws {
        let lines = try message().text.components(separatedBy: "\r\n")
        #expect(
            lines == [
                "From: <packs@example.com>", "To: <ada@example.org>", "Subject: Hello",
                "Date: Fri, 15 Jan 2027 08:00:00 +0000", "Message-ID: <one@example.com>", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
                "Auto-Submitted: auto-generated", "", "text",
            ])
    }

    @Test("Nothing that a pack or an app is called adds a header") func injection() throws {
        let lines = try message(subject: "a\r\nBcc: <b@c.de>\n\nbody\0").text.components(separatedBy: "\r\n")
        #expect(lines[2] == "Subject: a  Bcc: <b@c.de>  body ")
        #expect(lines.count == 11)
    }

    @Test("Subjects in other scripts, and long ones, are encoded words in lines that are short enough")
    func subjects() throws {
        for subject in [
            "Die Küste", "海岸: パック 3 の準備ができました。" + String(repeating: "海", count: 60), "=?utf-8?B?eA==?=",
            String(repeating: "long ", count: 40),
        ] {
            let header = HeaderText.encoded(subject)
            let words = header.components(separatedBy: "\r\n ")
            #expect(
                words.allSatisfy { $0.hasPrefix("=?utf-8?B?") && $0.hasSuffix("?=") && $0.utf8.count <= 75 }, "\(words)"
            )
            let bytes = words.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            #expect(bytes.map { String(decoding: $0, as: UTF8.self) }.joined() == subject)
        }
    }

    @Test func bodies() {
        #expect(QuotedPrintable.encoded("a=b\nKüste \n\n.") == "a=3Db\r\nK=C3=BCste=20\r\n\r\n.")
        let long = QuotedPrintable.encoded(String(repeating: "ü", count: 100) + String(repeating: "x", count: 76))
        let lines = long.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix("=") })
        #expect(QuotedPrintable.encoded(String(repeating: "x", count: 76)) == String(repeating: "x", count: 76))
        #expect(QuotedPrintable.encoded(String(repeating: "x", count: 77)).components(separatedBy: "\r\n").count == 2)
        #expect(QuotedPrintable.encoded("\r\n\0") == "\r\n=00")
    }

    @Test("A line that begins with a point has one more on its way, and nothing ends the mail early") func points()
        throws
    {
        let message = try message(body: ".\n..\nx.\n")
        #expect(message.dotted.hasSuffix("\r\n\r\n..\r\n...\r\nx.\r\n\r\n"))
    }
}
