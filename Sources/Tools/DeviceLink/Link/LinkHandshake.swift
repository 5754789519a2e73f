// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOSSL
internal import NIOTLS
internal import Synchronization

/// The handshake of one connection: whose certificate was shown, and whether it has come to its end.
final class LinkHandshake: Sendable {
    private let shown = Mutex<Fingerprint?>(nil)
    private let finished: EventLoopPromise<Void>

    init(on eventLoop: any EventLoop) { finished = eventLoop.makePromise(of: Void.self) }

    /// The certificate that the other end has shown.
    var fingerprint: Fingerprint? { shown.withLock { $0 } }

    /// Judges the other end by its certificate alone.
    func verify(
        _ isGood: @escaping @Sendable (Fingerprint) -> Bool
    ) -> @Sendable ([NIOSSLCertificate], EventLoopPromise<NIOSSLVerificationResult>) -> Void {
        { [self] chain, verdict in
            guard let der = try? chain.first?.toDERBytes() else { return verdict.succeed(.failed) }
            let fingerprint = Fingerprint(ofCertificate: der)
            shown.withLock { $0 = fingerprint }
            verdict.succeed(isGood(fingerprint) ? .certificateVerified : .failed)
        }
    }

    /// Returns when it is done; throws what it failed with.
    func wait() async throws { try await finished.futureResult.get() }

    func fail(_ error: any Error) { finished.fail(error) }

    /// What tells of its end, behind the TLS handler.
    func makeHandler() -> Handler { Handler(finished) }

    final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let finished: EventLoopPromise<Void>

        init(_ finished: EventLoopPromise<Void>) { self.finished = finished }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted? = event as? TLSUserEvent { finished.succeed() }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            finished.fail(error)
            context.fireErrorCaught(error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            finished.fail(ChannelError.eof)
            context.fireChannelInactive()
        }
    }
}
