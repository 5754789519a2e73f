// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing
import Varlink

@testable import DeviceLink

/// Machines that are paired, and those that are not, over real TLS.
@Suite("Pairing", .timeLimit(.minutes(2))) struct PairingTests {
    private let method = "backgroundassets.v1.Debug.Device"

    private func failure(_ body: () async throws -> Void) async -> LinkError? {
        do {
            try await body()
            return nil
        } catch { return error as? LinkError }
    }

    @Test("B15: both persons see the other machine's words; then each knows the other, and calls go through")
    func pairing()
        async throws
    {
        let seen = Mutex<[String]>([])
        try await LinkRig.with(confirm: { name, words in
            seen.withLock { $0.append("\(name) \(words)") }
            return true
        }) { rig in
            let shown = Mutex<String?>(nil)
            let peer = try await LinkClient(identity: rig.hostIdentity)
                .pair(with: rig.address, as: "laptop", now: 9) { words in
                    shown.withLock { $0 = "\(words)" }
                    return true
                }
            #expect(shown.withLock { $0 } == "\(try rig.deviceIdentity.fingerprint)")
            #expect(seen.withLock { $0 } == ["laptop \(try rig.hostIdentity.fingerprint)"])
            #expect(peer.name == "tablet")
            #expect(peer.deviceID == LinkRig.deviceID)
            #expect(peer.address == "\(rig.address)")
            let hosts = try PairedPeers(in: rig.device).all()
            #expect(hosts.map(\.name) == ["laptop"])
            #expect(hosts.map(\.role) == [.host])
            #expect(try await rig.call(method) == method)
            #expect(rig.calls.all == [method])
        }
    }

    @Test("Whoever says no, on either end, leaves both without the other", arguments: [true, false])
    func declining(atDevice: Bool) async throws {
        try await LinkRig.with(confirm: { _, _ in !atDevice }) { rig in
            let error = await failure {
                _ = try await LinkClient(identity: rig.hostIdentity)
                    .pair(with: rig.address, as: "laptop", now: 9) { _ in atDevice }
            }
            guard case .declined = error else { Issue.record("\(String(describing: error))"); return }
            let peers = try PairedPeers(in: rig.device).all()
            #expect(peers == [])
            guard case .notPaired = await failure({ _ = try await rig.call(method) }) else {
                Issue.record("it was let in")
                return
            }
            #expect(rig.calls.all == [])
        }
    }

    @Test("Who says yes when the other end has long said no is told that it was declined") func declinedBefore()
        async throws
    {
        try await LinkRig.with(confirm: { _, _ in false }) { rig in
            let error = await failure {
                _ = try await LinkClient(identity: rig.hostIdentity)
                    .pair(with: rig.address, as: "laptop", now: 9) { _ in
                        while !rig.log.all.contains(where: { $0.contains("is not paired") }), !Task.isCancelled {
                            await Task.yield()
                        }
                        // The first is over when a second one has been answered.
                        _ = await failure {
                            _ = try await LinkClient(identity: rig.hostIdentity)
                                .pair(with: rig.address, as: "other", now: 9) { _ in true }
                        }
                        return true
                    }
            }
            guard case .declined = error else { Issue.record("\(String(describing: error))"); return }
        }
    }

    @Test("B15: without a pairing nobody is let in: the handshake fails") func strangers() async throws {
        try await LinkRig.with(confirm: nil) { rig in
            let error = await failure { _ = try await rig.call(method) }
            #expect(error == .notPaired(address: "\(rig.address)"))
            let pairing = await failure {
                _ = try await LinkClient(identity: rig.hostIdentity)
                    .pair(with: rig.address, as: "laptop", now: 9) { _ in true }
            }
            #expect(pairing == .notPaired(address: "\(rig.address)"))
            #expect(rig.calls.all == [])
        }
    }

    @Test("B15: a machine that was removed gets nothing any more, also on a connection that it has") func revocation()
        async throws
    {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            let expected = try rig.deviceIdentity.fingerprint
            let method = method
            let error = await failure {
                try await LinkClient(identity: rig.hostIdentity).with(rig.address, expecting: expected) { connection in
                    let first = try await connection.call(method, LinkRig.Parameters(), returning: LinkRig.Line.self)
                    #expect(first.line == method)
                    #expect(try PairedPeers(in: rig.device).remove("laptop").count == 1)
                    _ = try await connection.call(method, LinkRig.Parameters(), returning: LinkRig.Line.self)
                }
            }
            // It had let us in: what ends then is the connection.
            #expect(error == .connection(address: "\(rig.address)", reason: "it has ended the connection"))
            #expect(rig.calls.all == [method])
            #expect(await failure { _ = try await rig.call(method) } == .notPaired(address: "\(rig.address)"))
            #expect(try PairedPeers(in: rig.device).remove("laptop") == [])
        }
    }

    @Test("B15: a machine that was removed is let go of, also while nothing passes") func idleRevocation() async throws
    {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            let expected = try rig.deviceIdentity.fingerprint
            await #expect(throws: (any Error).self) {
                try await LinkClient(identity: rig.hostIdentity).with(rig.address, expecting: expected) { connection in
                    // Of which no more lines come.
                    for try await _ in try connection.stream(
                        "backgroundassets.v1.Debug.Logs", LinkRig.Parameters(), returning: LinkRig.Line.self)
                    { _ = try PairedPeers(in: rig.device).remove("laptop") }
                }
            }
            // It ends the connection first.
            try await eventually { rig.log.all.contains { $0.contains("paired no longer") } }
        }
    }

    @Test("A name of two machines removes neither of them, and says which they are") func namesakes() async throws {
        try await LinkRig.with(confirm: nil) { rig in
            let peers = PairedPeers(in: rig.device)
            for identity in [try rig.hostIdentity, try rig.deviceIdentity] {
                let fingerprint = identity.fingerprint.hexadecimal
                for role in [PairedPeer.Role.host, .device] {
                    try peers.add(PairedPeer(fingerprint: fingerprint, role: role, name: "vm", pairedAt: 1))
                }
            }
            guard case .several("vm", let words) = await failure({ _ = try peers.remove("vm") }) else {
                Issue.record("one of them was removed")
                return
            }
            let own = "\(try rig.deviceIdentity.fingerprint)"
            #expect(words.contains(own))
            #expect(try peers.remove(own).count == 2)
            #expect(try peers.remove("vm").count == 2)
        }
    }

    @Test("A machine that goes before anybody has answered: the question is withdrawn, and it is said") func withdrawn()
        async throws
    {
        let (asked, question) = AsyncStream.makeStream(of: Void.self)
        try await LinkRig.with(confirm: { _, _ in
            question.yield()
            // As a person who does not answer, until the question is withdrawn.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return false
        }) { rig in
            _ = await failure {
                _ = try await LinkClient(identity: rig.hostIdentity)
                    .pair(with: rig.address, as: "laptop", now: 9) { _ in
                        for await _ in asked { break }
                        return false
                    }
            }
            _ = try await eventualValue {
                rig.log.all.contains { $0.contains("laptop") && $0.contains("has gone") } ? true : nil
            }
            #expect(!rig.log.all.contains { $0.contains("ended:") }, "\(rig.log.all)")
            #expect(try PairedPeers(in: rig.device).all() == [])
        }
    }

    @Test("Nothing but the methods of Debug goes through to the service") func otherMethods() async throws {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            for method in [
                "backgroundassets.v1.Control.Stop", "backgroundassets.v1.Apps.List", "org.varlink.service.GetInfo",
                "backgroundassets.v1.Debugger.X", "", "backgroundassets.v1.Pairing.Confirm",
            ] {
                await #expect(throws: VarlinkError.self, "\(method)") { try await rig.call(method) }
            }
            #expect(rig.calls.all == [])
            #expect(try await rig.call(method) == method)
        }
    }

    @Test("A device that has another certificate now is none that was paired") func otherDevice() async throws {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            let other = try LinkIdentity(in: LinkFolder(path: rig.folder.path("other"))).fingerprint
            let error = await failure { _ = try await rig.call(method, expecting: other) }
            #expect(
                error
                    == .otherCertificate(
                        address: "\(rig.address)", words: "\(try rig.deviceIdentity.fingerprint)"))
            #expect(rig.calls.all == [])
        }
    }

    @Test("Endless messages, nonsense and TLS of an older version are survived") func nonsense() async throws {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            let client = try LinkClient(identity: rig.hostIdentity)
            for bytes in [
                [UInt8](repeating: 65, count: 200_000), Array("{}\0".utf8), Array("\0\0\0".utf8), [0xff, 0x00],
                Array("{\"method\":\"backgroundassets.v1.Pairing.Request\"}\0".utf8),
            ] {
                let (socket, _) = try await client.connect(to: rig.address, expecting: nil)
                try? await socket.executeThenClose { inbound, outbound in
                    try await outbound.write(ByteBuffer(bytes: bytes))
                    // A refusal, or the end.
                    for try await _ in inbound { break }
                }
            }
            var old = try rig.hostIdentity.configuration(isServer: false)
            old.minimumTLSVersion = .tlsv1
            old.maximumTLSVersion = .tlsv12
            let context = try NIOSSLContext(configuration: old)
            let handshake = LinkHandshake(on: MultiThreadedEventLoopGroup.singleton.any())
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            NIOSSLClientHandler(
                                context: context, serverHostname: nil,
                                customVerificationCallback: handshake.verify { _ in true }), handshake.makeHandler())
                    }
                }.connect(host: rig.address.host, port: rig.address.port).get()
            await #expect(throws: (any Error).self) { try await handshake.wait() }
            try? await channel.close()
            #expect(try await rig.call(method) == method)
        }
    }

    @Test("Key and list are nobody else's to read; what is damaged is named, and lets nobody in") func files()
        async throws
    {
        try await LinkRig.with(confirm: { _, _ in true }) { rig in
            _ = try await rig.pair()
            for name in ["identity.pem", "peers.json"] {
                var status = stat()
                #expect(stat(rig.device.path + "/" + name, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o600)
            }
            #expect(try LinkIdentity(in: rig.device).fingerprint == rig.deviceIdentity.fingerprint)
            for text in ["", "{", #"{"version":2,"peers":[]}"#] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: rig.device.path + "/peers.json"))
                #expect(throws: LinkError.self) { try PairedPeers(in: rig.device).all() }
                await #expect(throws: (any Error).self) { try await rig.call(method) }
            }
            try Data("nonsense".utf8).write(to: URL(fileURLWithPath: rig.device.path + "/identity.pem"))
            #expect(throws: LinkError.self) { try LinkIdentity(in: rig.device) }
        }
    }
}
