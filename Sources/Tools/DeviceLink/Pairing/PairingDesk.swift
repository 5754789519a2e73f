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

    /// How the two persons have decided.
    private enum End {
        case agreed
        case declined
        /// The other machine has gone before both had answered.
        case gone
    }

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
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask { [confirm] in await confirm(name, fingerprint) ? .agreed : .declined }
            group.addTask {
                var (messages, reader) = (rest, reader)
                do {
                    while messages.isEmpty {
                        guard let bytes = try await iterator.next() else { return .gone }
                        guard let more = reader.take(bytes) else { return .declined }
                        messages = more
                    }
                } catch { return .gone }
                let message = LinkMessage.decode(messages[0], as: LinkMessage.Confirmation.self)
                return message?.method == LinkMessage.confirm ? .agreed : .declined
            }
            defer { group.cancelAll() }
            for await end in group where end != .agreed { return end }
            return .agreed
        }
        switch end {
        case .agreed: break
        case .gone: return log("\(name) (\(fingerprint)) has gone, and is not paired: nobody need answer any more")
        case .declined:
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
