// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import Synchronization

/// Where machines that are not paired yet come to: one at a time, each of which a person decides about.
package final class PairingDesk: Sendable {
    /// Asks the person whether the other machine, by its name, shows these words.
    package typealias Confirm = @Sendable (_ name: String, _ words: Fingerprint) async -> Bool

    private let deviceID: String
    private let name: String
    private let now: @Sendable () -> Double
    private let confirm: Confirm
    private let isBusy = Mutex(false)

    /// - `deviceID`: this machine's.
    /// - `name`: how this machine calls itself.
    package init(deviceID: String, name: String, now: @escaping @Sendable () -> Double, confirm: @escaping Confirm) {
        self.deviceID = deviceID
        self.name = name
        self.now = now
        self.confirm = confirm
    }

    /// Pairs when both persons say so: the one here, and the one there, whose confirmation comes as a message.
    func serve(
        _ name: String, _ fingerprint: Fingerprint, rest: [[UInt8]], _ reader: MessageReader,
        _ iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, peers: PairedPeers,
        log: @Sendable (String) -> Void
    ) async throws {
        guard
            isBusy.withLock({ isBusy in
                defer { isBusy = true }
                return !isBusy
            })
        else {
            log("\(fingerprint) wants to be paired while another machine is")
            return try await outbound.write(LinkMessage.encode(LinkMessage.Accepted(error: LinkMessage.busy)))
        }
        defer { isBusy.withLock { $0 = false } }
        let name = LinkMessage.shown(name)
        nonisolated(unsafe) var iterator = iterator
        let isAgreed = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask { [confirm] in await confirm(name, fingerprint) }
            group.addTask {
                var (messages, reader) = (rest, reader)
                while messages.isEmpty {
                    guard let bytes = try await iterator.next(), let more = reader.take(bytes) else { return false }
                    messages = more
                }
                return LinkMessage.decode(messages[0], as: LinkMessage.Confirmation.self)?.method == LinkMessage.confirm
            }
            defer { group.cancelAll() }
            for try await isGood in group where !isGood { return false }
            return true
        }
        guard isAgreed else {
            log("\(name) (\(fingerprint)) is not paired")
            return try await outbound.write(LinkMessage.encode(LinkMessage.Accepted(error: LinkMessage.declined)))
        }
        try peers.add(
            PairedPeer(fingerprint: fingerprint.hexadecimal, role: .host, name: name, pairedAt: now()))
        try await outbound.write(
            LinkMessage.encode(LinkMessage.Accepted(parameters: .init(id: deviceID, name: self.name))))
        log("\(name) (\(fingerprint)) is paired")
    }
}
