// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore
package import NIOHTTPTypes

/// Ends what a client does not go on with: the body of a request, or taking the answer.
///
/// It stands in a connection of HTTP/1.1, or in a stream of HTTP/2, behind what makes requests of bytes. The `ConnectionWatch` of its
/// connection has it look.
package final class ExchangeWatch: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// What a frame of HTTP/2 holds.
    private static let largestPiece = 16_384

    private var connection: ConnectionWatch?
    private var context: ChannelHandlerContext?
    /// Its bytes share a connection with others', and wait here when the client does not ask for them.
    private var isStream = false
    private var exchanges = 0

    private var isReadingBody = false
    /// Whether the server has asked for more of it: if not, the client is not who keeps it waiting.
    private var wantsMore = false
    private var received = 0
    private var bodyPatience: ClientPatience

    private var owed = 0
    private var taken = 0
    private var answerPatience: ClientPatience

    /// - `connection`: nil for that of the channel.
    package init(_ times: ConnectionTimes, connection: ConnectionWatch? = nil) {
        bodyPatience = ClientPatience(times)
        answerPatience = ClientPatience(times)
        self.connection = connection
    }

    // MARK: Channel

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if let parent = context.channel.parent, parent.parent != nil {
            isStream = true
            connection = connection ?? Self.connection(of: parent)
            begin()
        } else {
            connection = connection ?? Self.connection(of: context.channel)
        }
        connection?.add(self)
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        while exchanges > 0 { end() }
        connection?.remove(self)
        (connection, self.context) = (nil, nil)
    }

    private static func connection(of channel: any Channel) -> ConnectionWatch? {
        try? channel.pipeline.syncOperations.handler(type: ConnectionWatch.self)
    }

    private func begin() {
        exchanges += 1
        connection?.beginExchange()
    }

    private func end() {
        exchanges -= 1
        connection?.endExchange()
    }

    // MARK: Requests

    package func read(context: ChannelHandlerContext) {
        wantsMore = true
        context.read()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReadingBody = true
            if !isStream { begin() }
        case .body(let body): received += body.readableBytes
        case .end: isReadingBody = false
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        wantsMore = false
        context.fireChannelReadComplete()
    }

    // MARK: Answers

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        guard isStream else {
            if case .end = part { end() }
            return context.write(data, promise: promise)
        }
        guard case .body(var body) = part else { return context.write(data, promise: promise) }
        // How much of a part is taken is not told: all of it has been, at some time. So parts are small ones.
        while let piece = body.readSlice(length: Self.largestPiece) {
            write(piece, context, context.eventLoop.makePromise())
        }
        write(body, context, promise ?? context.eventLoop.makePromise())
    }

    private func write(_ body: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>) {
        let count = body.readableBytes
        owed += count
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.owed -= count
            self.taken += count
        }
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }

    // MARK: Looking

    func look(after time: TimeAmount) {
        let isLate = bodyPatience.pass(time, isWaiting: isReadingBody && wantsMore, bytes: received)
        let isStuck = answerPatience.pass(time, isWaiting: owed > 0, bytes: taken)
        (received, taken) = (0, 0)
        if isLate || isStuck { context?.close(promise: nil) }
    }
}

/// It belongs to the event loop of its channel.
@available(*, unavailable)
extension ExchangeWatch: Sendable {}
