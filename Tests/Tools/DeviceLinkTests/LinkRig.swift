// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ConnectionListening
import Foundation
import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing
import Varlink

@testable import DeviceLink

/// Two machines on the loopback interface: a device that listens, with a service that answers with what it was called, and a
/// developer's.
struct LinkRig: Sendable {
    let folder: TemporaryFolder
    let device: LinkFolder
    let host: LinkFolder
    let address: LinkAddress
    let log: Lines
    /// What has arrived at the service.
    let calls: Lines

    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    var deviceIdentity: LinkIdentity { get throws { try LinkIdentity(in: device) } }
    var hostIdentity: LinkIdentity { get throws { try LinkIdentity(in: host) } }

    /// - `confirm`: what the person at the device says; nil when nobody may be paired.
    /// - `seconds`: for which the device waits for others to say what they want.
    static func with(
        confirm: PairingDesk.Confirm?, seconds: Int64 = 60, _ body: @Sendable (LinkRig) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let (log, calls) = (Lines(), Lines())
            let device = LinkFolder(path: folder.path("device"))
            let socket = folder.path("service")
            let identity = try LinkIdentity(in: device)
            let desk = confirm.map { PairingDesk(deviceID: Self.deviceID, name: "tablet", now: { 7 }, confirm: $0) }
            let server = LinkServer(
                identity: identity, peers: PairedPeers(in: device), pairing: desk, service: { socket },
                log: { log.note($0) }, seconds: seconds)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (places, continuation) = AsyncStream.makeStream(of: LinkAddress.self)
                let service = try await Self.listen(at: socket)
                group.addTask { try await service.run { await Self.serve($0, calls) } }
                group.addTask {
                    try await server.run(on: LinkAddress(host: "127.0.0.1", port: 0)) { continuation.yield($0) }
                }
                var iterator = places.makeAsyncIterator()
                let place = try #require(await iterator.next())
                let rig = LinkRig(
                    folder: folder, device: device, host: LinkFolder(path: folder.path("host")), address: place,
                    log: log, calls: calls)
                do { try await body(rig) } catch {
                    group.cancelAll()
                    throw error
                }
                group.cancelAll()
            }
        }
    }

    static let deviceID = "6A2D6A0E-0D7B-4D55-9A1F-2B8B3C1D4E5F"

    private static func listen(at path: String) async throws -> ConnectionListener<LinkServer.Socket> {
        try await ConnectionListener(
            ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup),
            bind: { $0.bind(unixDomainSocketPath: path) },
            wrap: { try LinkServer.Socket(wrappingChannelSynchronously: $0) })
    }

    /// Answers each call with its method; those of `Logs` twice, and then with nothing.
    private static func serve(_ connection: LinkServer.Socket, _ calls: Lines) async {
        try? await connection.executeThenClose { inbound, outbound in
            var reader = MessageReader()
            for try await bytes in inbound {
                for message in reader.take(bytes) ?? [] {
                    let method = LinkMessage.decode(message, as: LinkMessage.Call.self)?.method ?? "?"
                    calls.note(method)
                    let more = method.hasSuffix("Logs") ? #","continues":true"# : ""
                    try await outbound.write(
                        ByteBuffer(string: #"{"parameters":{"line":"\#(method)"}\#(more)}"# + "\0"))
                }
            }
        }
    }

    /// Pairs both with each other, with persons who say yes.
    func pair() async throws -> PairedPeer {
        let peer = try await LinkClient(identity: hostIdentity).pair(with: address, as: "laptop", now: 9) { _ in true }
        try PairedPeers(in: host).add(peer)
        return peer
    }

    struct Parameters: Codable {}
    struct Line: Codable, Equatable, Sendable { var line: String }

    /// Calls a method of the device as a machine that is paired, or not.
    func call(_ method: String, expecting fingerprint: Fingerprint? = nil) async throws -> String {
        let expected = try fingerprint ?? deviceIdentity.fingerprint
        return try await LinkClient(identity: hostIdentity).with(address, expecting: expected) { connection in
            try await connection.call(method, Parameters(), returning: Line.self).line
        }
    }
}
