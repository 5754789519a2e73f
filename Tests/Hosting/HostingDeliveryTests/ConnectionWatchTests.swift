// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HostingDelivery

/// Connections of a minute's patience, whose time the tests pass.
@Suite("Connections of slow clients") struct ConnectionWatchTests {
    private static let times = ConnectionTimes(longestWait: .seconds(60))

    /// In the place of what makes bytes of answers.
    private final class Sink: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promise?.succeed()
        }
    }

    /// A connection, with what stands in it.
    private struct Connection {
        let channel = EmbeddedChannel()
        let watch: ConnectionWatch
        let exchanges: ExchangeWatch

        init(isSecure: Bool = true, crowd: ConnectionCrowd? = nil) throws {
            watch = ConnectionWatch(times, crowd: crowd)
            exchanges = ExchangeWatch(times, connection: watch)
            try channel.pipeline.syncOperations.addHandler(watch)
            try channel.pipeline.syncOperations.addHandler(Sink())
            try channel.pipeline.syncOperations.addHandler(exchanges)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            if isSecure { watch.secure() }
        }

        func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// Parts of requests come where bytes are made into them.
        func receive(_ part: HTTPRequestPart) throws {
            let context = try channel.pipeline.syncOperations.context(handlerType: ConnectionWatch.self)
            context.fireChannelRead(NIOAny(part))
            context.fireChannelReadComplete()
            channel.pipeline.read()
        }

        static func head(_ method: HTTPRequest.Method = .post) -> HTTPRequestPart {
            .head(HTTPRequest(method: method, scheme: "https", authority: "a", path: "/"))
        }
    }

    @Test("A handshake has a sixth of the time") func handshake() throws {
        let connection = try Connection(isSecure: false)
        connection.pass(9)
        #expect(connection.channel.isActive)
        connection.pass(2)
        #expect(!connection.channel.isActive)
    }

    @Test("A handshake that is under way when the server ends is not waited for") func quiescing() throws {
        let connection = try Connection(isSecure: false)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!connection.channel.isActive)
    }

    @Test("A connection without a request is asked to end, and then ended") func idle() throws {
        let connection = try Connection()
        connection.pass(60)
        #expect(connection.channel.isActive)
        connection.pass(30)
        #expect(!connection.channel.isActive)
    }

    @Test("One that is used stays") func used() throws {
        let connection = try Connection()
        for _ in 0..<10 {
            connection.pass(50)
            try connection.receive(Connection.head(.get))
            try connection.receive(.end(nil))
            // The server takes its time.
            connection.pass(300)
            #expect(connection.channel.isActive)
            connection.channel.pipeline.write(HTTPResponsePart.end(nil), promise: nil)
        }
        #expect(connection.channel.isActive)
        connection.pass(100)
        #expect(!connection.channel.isActive)
    }

    @Test("When there is hardly room for others, who does nothing goes at once") func dense() throws {
        let crowd = ConnectionCrowd(descriptors: 74, logger: .init(label: "test"))
        #expect(crowd.most == 10)
        for _ in 0..<9 { crowd.connectionOpened() }
        #expect(crowd.isDense && crowd.isAcceptingNewConnections())
        let connection = try Connection(crowd: crowd)
        connection.pass(41)
        #expect(!connection.channel.isActive)
        crowd.connectionOpened()
        #expect(!crowd.isAcceptingNewConnections())
        crowd.connectionClosed()
        crowd.connectionClosed()
        #expect(!crowd.isDense && crowd.isAcceptingNewConnections())
    }

    @Test("A body that trickles is as one that stalls", arguments: [0, 1, 100]) func body(_ bytes: Int) throws {
        let connection = try Connection()
        try connection.receive(Connection.head())
        for _ in 0..<58 {
            connection.pass(1)
            if bytes > 0 { try connection.receive(.body(ByteBuffer(repeating: 1, count: bytes))) }
        }
        #expect(connection.channel.isActive)
        for _ in 0..<32 {
            connection.pass(1)
            if bytes > 0, connection.channel.isActive {
                try connection.receive(.body(ByteBuffer(repeating: 1, count: bytes)))
            }
        }
        #expect(!connection.channel.isActive)
    }

    @Test("A slow body is waited for as long as it moves") func slowBody() throws {
        let connection = try Connection()
        try connection.receive(Connection.head())
        for _ in 0..<600 {
            connection.pass(1)
            try connection.receive(.body(ByteBuffer(repeating: 1, count: 1_100)))
        }
        #expect(connection.channel.isActive)
    }

    @Test("Who is not asked for more of a body is not who keeps it waiting") func unasked() throws {
        let connection = try Connection()
        let context = try connection.channel.pipeline.syncOperations.context(handlerType: ConnectionWatch.self)
        context.fireChannelRead(NIOAny(Connection.head()))
        context.fireChannelReadComplete()
        connection.pass(1_000)
        #expect(connection.channel.isActive)
        connection.channel.pipeline.read()
        connection.pass(100)
        #expect(!connection.channel.isActive)
    }

    @Test("Time that was used up comes back with bytes, and with nothing else") func patience() {
        var patience = ClientPatience(Self.times)
        func pass(_ seconds: Int64, isWaiting: Bool = true, bytes: Int = 0) -> Bool {
            patience.pass(.seconds(seconds), isWaiting: isWaiting, bytes: bytes)
        }
        let early = (0..<5).map { _ in pass(10) } + (0..<100).map { _ in pass(10, isWaiting: false) }
        let later = [pass(10), pass(10, bytes: 10_240), pass(9)]
        #expect(!(early + later).contains(true))
        let last = pass(12)
        #expect(last)
    }
}
