// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import NIOCore
import NIOPosix
import Testing
import Varlink

@testable import DeviceLink

/// Many connections at once: a paired machine gets through whatever strangers do.
@Suite("Crowds of strangers", .timeLimit(.minutes(2))) struct CrowdTests {
    private static let method = "backgroundassets.v1.Debug.Device"
    /// More than a device takes in all.
    private static let crowd = 40

    @Test("B15: connections that say nothing, not even a handshake, shut no paired machine out") func silence()
        async throws
    {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            var silent: [any Channel] = []
            for _ in 0..<Self.crowd {
                silent.append(
                    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .connect(host: rig.address.host, port: rig.address.port).get())
            }
            #expect(try await rig.call(Self.method) == Self.method)
            for channel in silent { try? await channel.close() }
            // One line for all of them: the terminal is not flooded either.
            #expect(rig.log.all.count { $0.contains("too many connections of strangers") } == 1)
        }
    }

    @Test("B15: strangers that finish their handshake and stay silent shut neither a paired machine out nor a new one")
    func strangers() async throws {
        try await LinkRig.with(confirm: { name, _ in name == "laptop" }) { rig in
            let stranger = try LinkClient(identity: LinkIdentity(in: LinkFolder(path: rig.folder.path("stranger"))))
            try await crowd(of: stranger, rig) {
                _ = try await rig.pair()
                try await crowd(of: stranger, rig) { () async throws in
                    #expect(try await rig.call(Self.method) == Self.method)
                }
            }
        }
    }

    /// Does something while there are so many connections of a stranger; each is closed however it ends.
    private func crowd(of stranger: LinkClient, _ rig: LinkRig, _ body: () async throws -> Void) async throws {
        var sockets: [LinkClient.Socket] = []
        let result: Result<Void, any Error>
        do {
            for _ in 0..<Self.crowd { sockets.append(try await stranger.connect(to: rig.address, expecting: nil).0) }
            result = .success(try await body())
        } catch { result = .failure(error) }
        for socket in sockets { await LinkClient.close(socket) }
        try result.get()
    }

    @Test("Whoever says nothing for too long is let go, before and after the handshake") func patience() async throws {
        try await LinkRig.with(confirm: { _, _ in true }, seconds: 1) { rig in
            let silent = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: rig.address.host, port: rig.address.port).get()
            let client = try LinkClient(identity: rig.hostIdentity)
            let (stranger, _) = try await client.connect(to: rig.address, expecting: nil)
            try await silent.closeFuture.get()
            try? await stranger.executeThenClose { inbound, _ in for try await _ in inbound {} }
            _ = try await rig.pair()
            let (paired, _) = try await client.connect(to: rig.address, expecting: nil)
            try? await paired.executeThenClose { inbound, _ in for try await _ in inbound {} }
            #expect(rig.calls.all == [])
            // One that has said something may be silent as long as it likes.
            #expect(try await rig.call(Self.method) == Self.method)
        }
    }

    @Test("A machine that has too many connections is told so, and gets through when it has fewer") func full()
        async throws
    {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            try await hold(LinkServer.connectionLimitPerMachine, rig)
            #expect(rig.log.all.contains { $0.contains("has too many connections: one is refused") })
        }
    }

    /// Opens so many connections, one inside the other, and one too many.
    private func hold(_ count: Int, _ rig: LinkRig) async throws {
        guard count > 0 else {
            let error = await #expect(throws: LinkError.self) { _ = try await rig.call(Self.method) }
            #expect(error == .busy(address: "\(rig.address)"))
            return
        }
        try await LinkClient(identity: rig.hostIdentity)
            .with(rig.address, expecting: rig.deviceIdentity.fingerprint) { connection in
                _ = try await connection.call(Self.method, LinkRig.Parameters(), returning: LinkRig.Line.self)
                try await hold(count - 1, rig)
                _ = try await connection.call(Self.method, LinkRig.Parameters(), returning: LinkRig.Line.self)
            }
    }

    @Test("A second machine that wants to be paired meanwhile is told to come again") func busyDesk() async throws {
        let (questions, asked) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        try await LinkRig.with(confirm: { _, _ in
            asked.yield()
            for await _ in answers { return true }
            return false
        }) { rig in
            async let first = rig.pair()
            for await _ in questions { break }
            let other = try LinkClient(identity: LinkIdentity(in: LinkFolder(path: rig.folder.path("other"))))
            let error = await #expect(throws: LinkError.self) {
                _ = try await other.pair(with: rig.address, as: "other", now: 9) { _ in true }
            }
            #expect(error == .busy(address: "\(rig.address)"))
            answer.yield()
            #expect(try await first.name == "tablet")
        }
    }

    @Test("Seats are bounded in all and for each") func seats() {
        let seats = Seats<String>(3, perHolder: 2)
        #expect(seats.take("a") && seats.take("a") && !seats.take("a"))
        #expect(seats.take("b") && !seats.take("c"))
        seats.leave("a")
        #expect(seats.take("c"))
        seats.leave("nobody")
        #expect(!seats.take("d"))
    }

    @Test("Errors of connections are told in words") func words() async throws {
        let client = try await TemporaryFolder.with { folder in
            try LinkClient(identity: LinkIdentity(in: LinkFolder(path: folder.path("i"))))
        }
        let error = await #expect(throws: LinkError.self) {
            try await client.connect(to: LinkAddress(host: "127.0.0.1", port: 1), expecting: nil)
        }
        #expect(error == .connection(address: "127.0.0.1:1", reason: "Connection refused"))
        try await TemporaryFolder.with { folder in
            let device = LinkFolder(path: folder.path("device"))
            let server = LinkServer(
                identity: try LinkIdentity(in: device), peers: PairedPeers(in: device), pairing: nil,
                service: { "" }, log: { _ in })
            // An address that documents use, and no machine has.
            let error = await #expect(throws: LinkError.self) {
                try await server.run(on: LinkAddress(host: "192.0.2.1", port: 0)) { _ in }
            }
            #expect(error == .listening(address: "192.0.2.1:0", reason: "Cannot assign requested address"))
        }
    }
}
