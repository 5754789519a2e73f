// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel
internal import NIOCore

/// A conversation with a server that takes mail.
struct SMTPSession {
    typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>
    typealias Outbound = NIOAsyncChannelOutboundWriter<ByteBuffer>

    private var inbound: Inbound.AsyncIterator
    private let outbound: Outbound
    private var received = ByteBuffer()

    init(_ inbound: Inbound, _ outbound: Outbound) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Leaves a mail there, from the greeting on.
    ///
    /// - `name`: of this machine.
    /// - `secure`: puts TLS around what follows.
    /// - Throws: `SMTPFailure` when the server does not take it; what the connection fails with.
    mutating func leave(
        _ message: MailMessage, over server: MailServer, name: String, secure: () async throws -> Void
    ) async throws {
        _ = try accepted(await reply(), "the connection")
        var greeting = try await exchange("EHLO \(name)")
        if server.security == .startTLS {
            guard greeting.parameters(of: "STARTTLS") != nil else { throw SMTPFailure.noTLS }
            _ = try await exchange("STARTTLS")
            // What came before TLS, to be taken for what comes within it.
            guard received.readableBytes == 0 else {
                throw SMTPFailure.broken("it says more than it was asked, before TLS")
            }
            try await secure()
            greeting = try await exchange("EHLO \(name)")
        }
        if let user = server.user {
            try await signIn(user, server.password ?? "", offered: greeting.parameters(of: "AUTH") ?? [])
        }
        _ = try await exchange("MAIL FROM:<\(message.sender)>")
        _ = try await exchange("RCPT TO:<\(message.recipient)>")
        _ = try await exchange("DATA")
        try await send(message.dotted)
        _ = try await exchange(".", as: "the mail")
    }

    /// Says goodbye.
    func quit() async throws { try await send("QUIT\r\n") }

    private mutating func signIn(_ user: String, _ password: String, offered: [String]) async throws {
        func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        if offered.contains("PLAIN") {
            _ = try await exchange("AUTH PLAIN " + encoded("\0\(user)\0\(password)"), as: "AUTH")
        } else if offered.contains("LOGIN") {
            _ = try await exchange("AUTH LOGIN", as: "AUTH")
            _ = try await exchange(encoded(user), as: "AUTH")
            _ = try await exchange(encoded(password), as: "AUTH")
        } else {
            throw SMTPFailure.noAuthentication(offered: offered)
        }
    }

    /// - `name`: what is told of it when it is refused: what it says may be secret.
    private mutating func exchange(_ command: String, as name: String? = nil) async throws -> SMTPReply {
        try await send(command + "\r\n")
        return try accepted(await reply(), name ?? String(command.prefix { $0 != " " && $0 != ":" }))
    }

    private func accepted(_ reply: SMTPReply, _ command: String) throws(SMTPFailure) -> SMTPReply {
        guard reply.isPositive else { throw .refused(reply, to: command) }
        return reply
    }

    private func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    private mutating func reply() async throws -> SMTPReply {
        var parser = SMTPReplyParser()
        while true {
            while let line = nextLine() { if let reply = try parser.take(line) { return reply } }
            guard received.readableBytes <= SMTPReply.longestLine else {
                throw SMTPFailure.notSMTP(String(buffer: received))
            }
            guard var more = try await inbound.next() else { throw SMTPFailure.broken("it ends the connection") }
            received.writeBuffer(&more)
        }
    }

    private mutating func nextLine() -> String? {
        guard let end = received.readableBytesView.firstIndex(of: UInt8(ascii: "\n")),
            let bytes = received.readBytes(length: end - received.readerIndex + 1)
        else { return nil }
        received.discardReadBytes()
        let line = bytes.dropLast(bytes.count > 1 && bytes[bytes.count - 2] == UInt8(ascii: "\r") ? 2 : 1)
        return String(decoding: line, as: UTF8.self)
    }
}
