// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NIOCore

/// Ends a connection whose client keeps it waiting. It stands next to the socket, in front of TLS.
///
/// Nothing is measured as it happens: now and then the connection is looked at, and what has become of it since the last look.
/// - A handshake of TLS has one look's time.
/// - With no request in progress, not even a whole head of one, the connection is told to end (`ChannelShouldQuiesceEvent`: HTTP/2
///   says so to its client) after the longest wait, or after one look when connections are few, and ended at the next look.
/// - What is written is taken by the client; see `ClientPatience`.
/// - Each `ExchangeWatch` looks at its requests.
package final class ConnectionWatch: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    let times: ConnectionTimes
    private let crowd: ConnectionCrowd?
    private var next: Scheduled<Void>?
    private var lastLook: NIODeadline?
    private var isSecure = false
    private var isEnding = false

    private var exchanges = 0
    /// Whether there was one since the last look.
    private var wasBusy = false
    private var idle: TimeAmount = .zero
    private var watches: [ExchangeWatch] = []

    private var written = 0
    private var taken = 0
    private var patience: ClientPatience

    package init(_ times: ConnectionTimes, crowd: ConnectionCrowd? = nil) {
        self.times = times
        self.crowd = crowd
        patience = ClientPatience(times)
    }

    // MARK: What others see

    /// The handshake has ended.
    func secure() {
        isSecure = true
        wasBusy = true
    }

    func beginExchange() {
        exchanges += 1
        wasBusy = true
    }

    func endExchange() { exchanges -= 1 }

    /// One began, and ended.
    func noteExchange() { wasBusy = true }

    func add(_ watch: ExchangeWatch) { watches.append(watch) }

    func remove(_ watch: ExchangeWatch) { watches.removeAll { $0 === watch } }

    // MARK: Events

    package func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

    package func handlerRemoved(context: ChannelHandlerContext) { next?.cancel() }

    package func channelInactive(context: ChannelHandlerContext) {
        next?.cancel()
        context.fireChannelInactive()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // There is nothing to be ended well yet.
        if event is ChannelShouldQuiesceEvent, !isSecure { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Looking

    private func schedule(_ context: ChannelHandlerContext) {
        lastLook = context.eventLoop.now
        next = context.eventLoop.assumeIsolated().scheduleTask(in: times.look) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        let time = lastLook.map { context.eventLoop.now - $0 } ?? times.look
        schedule(context)
        guard isSecure else { return context.close(promise: nil) }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        let moved = written - waiting - taken
        taken += moved
        if patience.pass(time, isWaiting: waiting > 0, bytes: moved) { return abort(context) }
        // One may end, and leave the list.
        for watch in Array(watches) { watch.look(after: time) }
        lookForIdleness(after: time, isDone: waiting == 0, context)
    }

    private func lookForIdleness(after time: TimeAmount, isDone: Bool, _ context: ChannelHandlerContext) {
        idle = exchanges > 0 || wasBusy || !isDone ? .zero : idle + time
        wasBusy = false
        guard exchanges == 0, isDone else { return }
        if isEnding { return context.close(promise: nil) }
        guard idle >= times.longestWait || idle > .zero && crowd?.isDense == true else { return }
        isEnding = true
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Ends it with what the system has not sent yet, too, which it would keep for many minutes else.
    private func abort(_ context: ChannelHandlerContext) {
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: nil)
    }
}

/// It belongs to the event loop of its connection.
@available(*, unavailable)
extension ConnectionWatch: Sendable {}
