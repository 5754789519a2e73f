// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Has a proxy make a way to a server, by CONNECT (RFC 9110, 9.3.6): to look at the server, or at what the proxy says.
struct ProxyTunnel: Sendable {
    let group: any EventLoopGroup
    let route: ProxyRoute
    /// For the connection, and again for the answer.
    let patience: TimeAmount

    init(group: any EventLoopGroup, route: ProxyRoute, patience: TimeAmount = .seconds(5)) {
        self.group = group
        self.route = route
        self.patience = patience
    }

    /// Opens a way; whoever calls closes it.
    ///
    /// - Throws: `ProxyRefusal`; `ProxySilence`; what the connection failed with.
    func open(to address: HTTPAddress) async throws -> any Channel {
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let channel = try await ask(.CONNECT, "\(host):\(address.port)")
        do {
            try await Self.strip(channel)
            return channel
        } catch {
            channel.close(promise: nil)
            throw error
        }
    }

    /// Whether the proxy answers at all: it is asked what it can do.
    ///
    /// - Returns: what is wrong; nil when it answers, whatever that is.
    func problem() async -> (any Error)? {
        do {
            // It may have been closed at the other end already.
            try await ask(.OPTIONS, "*").close(promise: nil)
            return nil
        } catch is ProxyRefusal { return nil } catch { return error }
    }

    /// Sends a request on a connection of its own, and waits for an answer that is good.
    private func ask(_ method: HTTPMethod, _ target: String) async throws -> any Channel {
        let answered = group.any().makePromise(of: Void.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: group)
                .connectTimeout(patience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder()),
                            ProxyTunnelHandler(head(method, target), answered))
                    }
                }
                .connect(host: route.server.host, port: route.server.port).get()
        } catch {
            answered.fail(error)
            throw error
        }
        let timeout = channel.eventLoop.scheduleTask(in: patience) { answered.fail(ProxySilence()) }
        defer { timeout.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await answered.futureResult.get()
            } onCancel: {
                channel.close(promise: nil)
            }
            return channel
        } catch {
            channel.close(promise: nil)
            throw error
        }
    }

    /// Takes HTTP off a connection that is a tunnel now.
    private static func strip(_ channel: any Channel) async throws {
        try await channel.eventLoop.flatSubmit {
            let pipeline = channel.pipeline.syncOperations
            do {
                let handler = try pipeline.handler(type: ProxyTunnelHandler.self)
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
                return EventLoopFuture.andAllSucceed(
                    [
                        pipeline.removeHandler(handler), pipeline.removeHandler(decoder),
                        pipeline.removeHandler(encoder),
                    ], on: channel.eventLoop)
            } catch { return channel.eventLoop.makeFailedFuture(error) }
        }.get()
    }

    private func head(_ method: HTTPMethod, _ target: String) -> HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: target)
        head.headers.add(name: "Host", value: method == .CONNECT ? target : "\(route.server)")
        head.headers.add(name: "User-Agent", value: HTTPTransport.userAgent)
        if let authorization = route.authorization {
            head.headers.add(name: "Proxy-Authorization", value: authorization.value)
        }
        return head
    }
}
