// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix

/// One connection of another machine: pairs with it, or carries its calls to the service and the replies back.
struct LinkRelay: Sendable {
    typealias Socket = LinkServer.Socket
    typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>
    typealias Outbound = NIOAsyncChannelOutboundWriter<ByteBuffer>

    /// Between two looks whether the machine is paired still.
    private static let lookInterval = Duration.seconds(1)

    let server: LinkServer
    let fingerprint: Fingerprint

    /// - `begun`: told when the other machine has said what it wants.
    func run(_ inbound: Inbound, _ outbound: Outbound, begun: () -> Void) async throws {
        var reader = MessageReader()
        var iterator = inbound.makeAsyncIterator()
        var waiting: [[UInt8]] = []
        while waiting.isEmpty {
            guard let bytes = try await iterator.next() else { return }
            guard let messages = reader.take(bytes) else {
                return server.log("\(fingerprint) sends what is no message")
            }
            waiting = messages
        }
        if let request = LinkMessage.decode(waiting[0], as: LinkMessage.Request.self),
            request.method == LinkMessage.request
        {
            guard let pairing = server.pairing else { return }
            begun()
            return try await pairing.serve(
                request.parameters.name, fingerprint, rest: Array(waiting.dropFirst()), reader, iterator, outbound,
                peers: server.peers, log: server.log)
        }
        guard try server.hosts.contains(fingerprint) else {
            return server.log("\(fingerprint) is not paired, and asks for something else")
        }
        begun()
        try await carry(waiting, reader, iterator, outbound)
    }

    /// Answers whatever is asked with the refusal for now, and lets the other end go first, which would not read it else.
    func refuse(_ inbound: Inbound, _ outbound: Outbound) async throws {
        var isRefused = false
        for try await _ in inbound where !isRefused {
            isRefused = true
            try await outbound.write(LinkMessage.encode(LinkMessage.Accepted(error: LinkMessage.busy)))
        }
    }

    private func carry(
        _ first: [[UInt8]], _ reader: MessageReader, _ iterator: Inbound.AsyncIterator, _ outbound: Outbound
    ) async throws {
        let path = try await server.service()
        let service = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture { try Socket(wrappingChannelSynchronously: channel) }
            }
        nonisolated(unsafe) var iterator = iterator
        try await service.executeThenClose { replies, calls in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var reader = reader
                    for message in first { try await forward(message, to: calls, orRefuseTo: outbound) }
                    while let bytes = try await iterator.next() {
                        guard let messages = reader.take(bytes) else {
                            return server.log("\(fingerprint) sends what is no message")
                        }
                        for message in messages { try await forward(message, to: calls, orRefuseTo: outbound) }
                    }
                }
                group.addTask {
                    for try await bytes in replies {
                        try check()
                        try await outbound.write(bytes)
                    }
                }
                // Nothing may pass for long, and whoever is removed meanwhile is let go of.
                group.addTask {
                    while true {
                        try await Task.sleep(for: Self.lookInterval)
                        try check()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func forward(_ message: [UInt8], to calls: Outbound, orRefuseTo outbound: Outbound) async throws {
        try check()
        let method = LinkMessage.decode(message, as: LinkMessage.Call.self)?.method ?? ""
        guard method.hasPrefix(LinkMessage.permitted) else {
            server.log("\(fingerprint) may not call \(LinkMessage.shown(method))")
            return try await outbound.write(LinkMessage.encode(LinkMessage.NotFound(parameters: .init(method: method))))
        }
        server.log("\(fingerprint) calls \(LinkMessage.shown(method))")
        var buffer = ByteBuffer(bytes: message)
        buffer.writeInteger(UInt8(0))
        try await calls.write(buffer)
    }

    /// Whoever was removed gets nothing any more.
    private func check() throws {
        guard try server.hosts.contains(fingerprint) else { throw LinkError.declined("it is paired no longer") }
    }
}
