// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingNotification

struct SMTPReplyTests {
    private func parse(_ lines: String...) throws(SMTPFailure) -> SMTPReply? {
        var parser = SMTPReplyParser()
        var reply: SMTPReply?
        for line in lines { reply = try parser.take(line) }
        return reply
    }

    @Test func replies() throws {
        #expect(try parse("250 fine") == SMTPReply(code: 250, lines: ["fine"]))
        #expect(try parse("250") == SMTPReply(code: 250, lines: [""]))
        let greeting = try #require(try parse("250-localhost", "250-auth PLAIN LOGIN", "250 STARTTLS"))
        #expect(greeting.parameters(of: "AUTH") == ["PLAIN", "LOGIN"])
        #expect(greeting.parameters(of: "STARTTLS") == [])
        // The first line is a greeting, whatever it says.
        #expect(greeting.parameters(of: "LOCALHOST") == nil)
        #expect(try parse("250-more") == nil)
        #expect(try parse("421 busy")?.isFinal == false)
        #expect(try parse("550 no")?.isFinal == true)
    }

    @Test(arguments: ["", "25", "abc hello", "999 x", "199 x", "250x", "HTTP/1.1 400", "２50 x"])
    func others(line: String) {
        #expect(throws: SMTPFailure.self) { try parse(line) }
    }

    @Test("Replies have one number, and an end") func endless() throws {
        #expect(throws: SMTPFailure.self) { try parse("250-a", "251 b") }
        var parser = SMTPReplyParser()
        for _ in 0..<SMTPReply.largestLineCount { _ = try parser.take("250-x") }
        #expect(throws: SMTPFailure.self) { try parser.take("250-x") }
    }

    @Test("Who is refused at the door is tried again: the password may be put right") func finality() {
        let reply = SMTPReply(code: 535, lines: ["no"])
        #expect(!SMTPFailure.refused(reply, to: "AUTH").isFinal)
        #expect(SMTPFailure.refused(reply, to: "RCPT").isFinal)
        #expect(!SMTPFailure.noTLS.isFinal)
    }
}
