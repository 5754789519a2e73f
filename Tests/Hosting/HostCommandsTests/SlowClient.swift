// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import NIOTLS

/// A client that sends what it is told to, and takes answers or not.
final class SlowClient: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let (first, later): ([UInt8], [UInt8])
    private let manner: ClientCrowd.Manner
    private let pause: TimeAmount
    private let promise: EventLoopPromise<Void>

    /// When its first bytes are on their way.
    var begun: EventLoopFuture<Void> { promise.futureResult }

    init(
        _ bytes: (first: [UInt8], later: [UInt8]), _ manner: ClientCrowd.Manner, pause: TimeAmount,
        on loop: any EventLoop
    ) {
        (first, later) = bytes
        self.manner = manner
        self.pause = pause
        promise = loop.makePromise()
    }

    func channelActive(context: ChannelHandlerContext) {
        if manner == .silent || manner == .halfGreeting { begin(context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { begin(context) }
    }

    func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.ioOnClosedChannel) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func begin(_ context: ChannelHandlerContext) {
        if manner == .deaf { context.channel.setOption(.autoRead, value: false).whenComplete { _ in } }
        if !first.isEmpty { context.writeAndFlush(NIOAny(ByteBuffer(bytes: first)), promise: nil) }
        promise.succeed()
        guard !later.isEmpty else { return }
        trickle(context)
    }

    private func trickle(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            guard context.channel.isActive else { return }
            context.writeAndFlush(NIOAny(ByteBuffer(bytes: self.later)), promise: nil)
            self.trickle(context)
        }
    }
}
