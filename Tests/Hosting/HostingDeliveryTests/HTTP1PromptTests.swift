// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingDelivery
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@Suite("Answers on the event loop, as HTTP/1") struct HTTP1PromptTests {
    /// Tells what it was asked.
    private struct Echo: PromptResponder {
        func promptResponse(to request: PromptRequest) -> PromptResponse? {
            guard request.target.hasPrefix("/known") else { return nil }
            if request.target == "/known/size" { return response(String(repeating: "x", count: 100_000)) }
            if request.target == "/known/304" {
                return PromptResponse(status: .notModified, fields: [HTTPField(name: .eTag, value: "\"a\"")])
            }
            return response(
                "\(request.method) \(request.target) of \(request.authority ?? "none") "
                    + "\(request.fields[.ifNoneMatch] ?? "-")")
        }

        private func response(_ text: String) -> PromptResponse {
            PromptResponse(
                status: .ok, fields: [HTTPField(name: .contentLength, value: "\(text.utf8.count)")],
                body: ByteBuffer(string: text))
        }
    }

    /// Answers with 202 what comes to it.
    private final class Others: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart
        private(set) var paths: [String] = []
        var isSlow = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let request): paths.append(request.path ?? "")
            case .body: break
            case .end: if !isSlow { answer(context) }
            }
        }

        func answer(_ context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(HTTPResponse(status: .accepted))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private static func with(
        _ body: (_ channel: EmbeddedChannel, _ others: Others) throws -> Void
    ) throws {
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(PromptHandlerPlacer(Echo()))
        let others = Others()
        try pipeline.addHandler(others)
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        // The first of a connection goes on, whatever it asks for.
        #expect(try answers(channel, "GET /known HTTP/1.1\r\nHost: a\r\n\r\n") == [accepted])
        try body(channel, others)
        #expect(try channel.finish().isClean)
    }

    private static let accepted = "HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"

    /// What is sent, in one text, as of one read.
    private static func answers(_ channel: EmbeddedChannel, _ requests: String) throws -> [String] {
        try channel.writeInbound(ByteBuffer(string: requests))
        return try sent(channel)
    }

    private static func sent(_ channel: EmbeddedChannel) throws -> [String] {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text.split(separator: "HTTP/1.1 ").map { "HTTP/1.1 " + $0 }
    }

    @Test("What is known is answered, as HTTP/1.1 has it, with its fields and its bytes") func known() throws {
        try Self.with { channel, others in
            #expect(
                try Self.answers(
                    channel,
                    "GET /known/1?a HTTP/1.1\r\nhost: b:1\r\nIf-None-Match: \"x\"\r\nif-none-match: \"y\"\r\n\r\n")
                    == ["HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nGET /known/1?a of b:1 \"x\", \"y\""])
            #expect(
                try Self.answers(channel, "GET /known/304 HTTP/1.1\r\nHost: b\r\nConnection: keep-alive\r\n\r\n")
                    == ["HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n"])
            let large = try Self.answers(channel, "GET /known/size HTTP/1.1\r\nHost: b\r\n\r\n")
            #expect(
                large == ["HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + String(repeating: "x", count: 100_000)])
            #expect(others.paths == ["/known"])
        }
    }

    @Test(
        "What is not known, or is no plain request, goes on as it came",
        arguments: [
            "GET /other HTTP/1.1\r\nHost: a\r\n\r\n", "POST /known HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            "GET /known HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            "GET /known HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /known HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /known HTTP/1.1\r\n\r\n",
            "GET /known HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: y\r\n\r\n",
        ])
    func others(request: String) throws {
        try Self.with { channel, others in
            let answers = try Self.answers(channel, request)
            #expect(answers.count == 1 && answers[0].hasPrefix("HTTP/1.1 202 "), "\(answers)")
            #expect(others.paths.count == 2)
        }
    }

    @Test("Answers go out in the order of their requests") func order() throws {
        try Self.with { channel, others in
            let all = try Self.answers(
                channel,
                ["/known/1", "/other", "/known/2"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            #expect(all.count == 3 && all[0].hasSuffix("GET /known/1 of a -") && all[1] == Self.accepted)
            #expect(all[2].hasSuffix("GET /known/2 of a -"))
            others.isSlow = true
            // Nothing overtakes what has not been answered.
            #expect(
                try Self.answers(
                    channel, ["/other", "/known/3"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
                    == [])
            let context = try channel.pipeline.syncOperations.context(handler: others)
            for _ in 0..<2 { others.answer(context) }
            #expect(try Self.sent(channel) == [Self.accepted, Self.accepted])
            #expect(others.paths == ["/known", "/other", "/other", "/known/3"])
        }
    }

    @Test("A request that comes in pieces is answered when it is complete") func pieces() throws {
        try Self.with { channel, _ in
            let request = "GET /known/1 HTTP/1.1\r\nHost: a\r\n\r\n"
            for byte in request.utf8.dropLast() { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
            #expect(try Self.sent(channel) == [])
            try channel.writeInbound(ByteBuffer(string: "\n"))
            #expect(try Self.sent(channel).count == 1)
        }
    }
}
