// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingDelivery
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite("Answers on the event loop") struct PromptResponseHandlerTests {
    /// Knows what stands below `/known`.
    private struct Known: PromptResponder {
        func promptResponse(to request: PromptRequest) -> PromptResponse? {
            guard request.target.hasPrefix("/known") else { return nil }
            return PromptResponse(
                status: .ok, fields: [HTTPField(name: .contentLength, value: "\(request.target.utf8.count)")],
                body: ByteBuffer(string: request.target))
        }
    }

    private static func head(
        _ path: String, _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]
    ) -> HTTPRequestPart {
        .head(HTTPRequest(method: method, scheme: "https", authority: "host", path: path, headerFields: fields))
    }

    /// A connection that has passed a request on, and been answered.
    private static func channel(longestSilence: TimeAmount = .hours(1)) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(
            handler: PromptResponseHandler<StreamPromptForm>(Known(), longestSilence: longestSilence))
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try send(channel, head("/first"), .end(nil))
        #expect(try passed(channel) == ["/first", "end"])
        try answer(channel)
        return channel
    }

    private static func send(_ channel: EmbeddedChannel, _ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    /// What goes on to whoever answers else.
    private static func passed(_ channel: EmbeddedChannel) throws -> [String] {
        var found: [String] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head(let request): found.append(request.path ?? "")
            case .body(let bytes): found.append("body \(bytes.readableBytes)")
            case .end: found.append("end")
            }
        }
        return found
    }

    private static func sent(_ channel: EmbeddedChannel) throws -> [String] {
        var found: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            switch part {
            case .head(let response): found.append("\(response.status.code)")
            case .body(let bytes): found.append(String(buffer: bytes))
            case .end: found.append("end")
            }
        }
        return found
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .accepted)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try sent(channel) == ["202", "end"])
    }

    @Test("What is known is answered, and goes no further") func known() throws {
        let channel = try Self.channel()
        try Self.send(
            channel, Self.head("/known/1", .get, [.connection: "Keep-Alive"]), .end(nil), Self.head("/known/2", .head),
            .end(nil))
        #expect(try Self.sent(channel) == ["200", "/known/1", "end", "200", "/known/2", "end"])
        #expect(try Self.passed(channel).isEmpty)
        #expect(try channel.finish().isClean)
    }

    @Test("What is not known goes on as it came, body and all") func unknown() throws {
        let channel = try Self.channel()
        let body = HTTPRequestPart.body(ByteBuffer(string: "abc"))
        for (path, method) in [("/other", HTTPRequest.Method.get), ("/known", .post)] {
            try Self.send(channel, Self.head(path, method), body, .end(nil))
            #expect(try Self.passed(channel) == [path, "body 3", "end"])
            try Self.answer(channel)
        }
        // Of a GET with a body nothing is known.
        try Self.send(channel, Self.head("/known"), body, body, .end(nil))
        #expect(try Self.passed(channel) == ["/known", "body 3", "body 3", "end"])
        try Self.answer(channel)
        try Self.send(channel, Self.head("/known"), .end([.cookie: "a"]))
        #expect(try Self.passed(channel) == ["/known", "end"])
        #expect(try channel.finish().isClean)
    }

    @Test("Answers go out in the order of their requests") func order() throws {
        let channel = try Self.channel()
        try Self.send(channel, Self.head("/other"), .end(nil), Self.head("/known/1"), .end(nil))
        #expect(try Self.passed(channel) == ["/other", "end", "/known/1", "end"])
        #expect(try Self.sent(channel).isEmpty)
        try Self.answer(channel)
        // One is still to be answered.
        try Self.send(channel, Self.head("/known/2"), .end(nil))
        #expect(try Self.passed(channel) == ["/known/2", "end"])
        try Self.answer(channel)
        try Self.answer(channel)
        try Self.send(channel, Self.head("/known/3"), .end(nil))
        #expect(try Self.sent(channel) == ["200", "/known/3", "end"])
    }

    @Test("A connection that is to be closed, or whose client takes nothing, is left to who looks after it")
    func careful() throws {
        let channel = try Self.channel()
        try Self.send(channel, Self.head("/known", .get, [.connection: "close"]), .end(nil))
        #expect(try Self.passed(channel) == ["/known", "end"])
        try Self.answer(channel)
        channel.isWritable = false
        try Self.send(channel, Self.head("/known"), .end(nil))
        #expect(try Self.passed(channel) == ["/known", "end"])
        try Self.answer(channel)
        channel.isWritable = true
        try Self.send(channel, Self.head("/known"), .end(nil))
        #expect(try Self.sent(channel) == ["200", "/known", "end"])
    }

    @Test("A client that asks for much, and takes nothing, has little of it in memory") func greed() throws {
        let channel = try Self.channel()
        let flushes = FlushCounter()
        try channel.pipeline.syncOperations.addHandler(flushes, position: .first)
        let path = "/known" + String(repeating: "x", count: 20_000)
        // As in one read: nothing tells that it is complete.
        for _ in 0..<2 {
            channel.pipeline.fireChannelRead(Self.head(path));
            channel.pipeline.fireChannelRead(HTTPRequestPart.end(nil))
        }
        #expect(flushes.count == 1)
        channel.isWritable = false
        for _ in 0..<100 {
            channel.pipeline.fireChannelRead(Self.head(path));
            channel.pipeline.fireChannelRead(HTTPRequestPart.end(nil))
        }
        channel.pipeline.fireChannelReadComplete()
        #expect(try Self.sent(channel).count { $0 == "200" } == 2)
        #expect(try Self.passed(channel).count { $0 == "end" } == 100)
    }

    private final class FlushCounter: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private(set) var count = 0

        func flush(context: ChannelHandlerContext) {
            count += 1
            context.flush()
        }
    }

    @Test("Now and then a request goes on, so that the connection is known to be in use") func silence() throws {
        let channel = try Self.channel(longestSilence: .nanoseconds(0))
        try Self.send(channel, Self.head("/known"), .end(nil))
        #expect(try Self.passed(channel) == ["/known", "end"])
    }
}
