// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HostingDelivery

@Suite("Connections that are closed before a request has come to its end") struct LingeringCloseTests {
    /// Counts what gets through it.
    private final class Tail: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        var count = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { count += 1 }
    }

    private struct Connection {
        let channel = EmbeddedChannel()
        let tail = Tail()

        init() throws {
            try channel.pipeline.syncOperations.addHandlers([LingeringClose(), tail])
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
        }

        func begin() throws {
            try channel.writeInbound(
                HTTPRequestPart.head(HTTPRequest(method: .put, scheme: "https", authority: "a", path: "/")))
            try send()
        }

        func send() throws { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "bytes"))) }

        func end() throws { try channel.writeInbound(HTTPRequestPart.end(nil)) }
    }

    @Test("The rest of the request is taken, and nobody hears of it") func rest() throws {
        let connection = try Connection()
        try connection.begin()
        let closed = connection.channel.close()
        for _ in 1...3 { try connection.send() }
        #expect(connection.channel.isActive && connection.tail.count == 2)
        try connection.end()
        connection.channel.embeddedEventLoop.run()
        #expect(!connection.channel.isActive && connection.tail.count == 2)
        try closed.wait()
    }

    @Test("A request that has come as a whole keeps nothing open") func whole() throws {
        let connection = try Connection()
        try connection.begin()
        try connection.end()
        try connection.channel.close().wait()
        #expect(!connection.channel.isActive)
    }

    @Test("A client that sends for ever is not listened to for longer than half a minute") func endless() throws {
        let connection = try Connection()
        try connection.begin()
        let closed = connection.channel.close()
        connection.channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try connection.send()
        #expect(connection.channel.isActive)
        connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
        try closed.wait()
    }

    @Test("A client that has gone, or sends no more, is not waited for") func gone() throws {
        let half = try Connection()
        try half.begin()
        let closed = half.channel.close()
        half.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        half.channel.embeddedEventLoop.run()
        try closed.wait()
        let gone = try Connection()
        try gone.begin()
        let other = gone.channel.close()
        gone.channel.pipeline.fireChannelInactive()
        gone.channel.embeddedEventLoop.run()
        try other.wait()
    }
}
