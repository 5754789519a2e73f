// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import HostingModel
internal import NIOCore
internal import NIOPosix
package import NIOSSL

/// Leaves mail with a server, over TLS that is verified.
package struct SMTPClient: Sendable {
    /// Seconds for all of it.
    private static let timeout = 60.0

    private let authorities: [NIOSSLCertificate]

    /// - `authorities`: certificates that are trusted beside the system's.
    package init(trusting authorities: [NIOSSLCertificate] = []) { self.authorities = authorities }

    /// - Returns: why it was not taken, and whether another try would end the same; nil when it was.
    package func send(_ message: MailMessage, over server: MailServer) async -> (reason: String, isFinal: Bool)? {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await converse(message, server) }
                group.addTask {
                    try await Task.sleep(for: .seconds(Self.timeout))
                    throw SMTPFailure.broken("it has not taken the mail within \(Int(Self.timeout)) s")
                }
                try await group.next()
                group.cancelAll()
            }
            return nil
        } catch let failure as SMTPFailure { return ("\(place(of: server)): \(failure)", failure.isFinal) } catch {
            return ("\(place(of: server)) cannot be reached: \(ConnectionFault.reason(of: error))", false)
        }
    }

    private func place(of server: MailServer) -> String { "the mail server \(server.host):\(server.port)" }

    private func converse(_ message: MailMessage, _ server: MailServer) async throws {
        let context = try context()
        let name = Self.isAddress(server.host) ? nil : server.host
        let (channel, secured) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(10))
            .connect(host: server.host, port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let secured =
                        server.security == .implicit ? try Self.secure(channel, context, name) : nil
                    return (
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel), secured
                    )
                }
            }
        var isTaken = false
        do {
            try await channel.executeThenClose { inbound, outbound in
                var session = SMTPSession(inbound, outbound)
                let own = channel.channel
                try await secured?.get()
                try await session.leave(message, over: server, name: Self.name(of: own)) {
                    try await own.eventLoop.flatSubmit {
                        do { return try Self.secure(own, context, name) } catch {
                            return own.eventLoop.makeFailedFuture(error)
                        }
                    }.get()
                }
                isTaken = true
                try await session.quit()
            }
        } catch {
            // However the connection ends when the server has the mail: it is not to come twice.
            if !isTaken { throw error }
        }
    }

    /// Puts TLS around what follows; called on the channel's event loop.
    ///
    /// - Returns: when it stands.
    private static func secure(
        _ channel: any Channel, _ context: NIOSSLContext, _ name: String?
    ) throws -> EventLoopFuture<Void> {
        let handler = try NIOSSLClientHandler(context: context, serverHostname: name)
        let promise = channel.eventLoop.makePromise(of: Void.self)
        do {
            try channel.pipeline.syncOperations.addHandlers([handler, HandshakeWatch(promise)], position: .first)
        } catch {
            promise.fail(error)
            throw error
        }
        return promise.futureResult
    }

    private func context() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if !authorities.isEmpty { configuration.additionalTrustRoots = [.certificates(authorities)] }
        return try NIOSSLContext(configuration: configuration)
    }

    /// By which a client greets: its address, which every machine has (RFC 5321, 4.1.3).
    private static func name(of channel: any Channel) -> String {
        guard let address = channel.localAddress, let text = address.ipAddress else { return "[127.0.0.1]" }
        return address.protocol == .inet6 ? "[IPv6:\(text)]" : "[\(text)]"
    }

    private static func isAddress(_ host: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1
    }
}
