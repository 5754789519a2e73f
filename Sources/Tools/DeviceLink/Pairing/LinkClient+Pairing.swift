// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOCore

extension LinkClient {
    /// Pairs with a machine that awaits it, when both persons say so.
    ///
    /// - `name`: how this machine calls itself.
    /// - `confirm`: asks the person here whether the other machine shows these words.
    /// - Returns: the device, which is on no list yet.
    package func pair(
        with address: LinkAddress, as name: String, now: Double,
        confirm: @Sendable (Fingerprint) async -> Bool
    ) async throws(LinkError) -> PairedPeer {
        let (socket, fingerprint) = try await connect(to: address, expecting: nil)
        do {
            return try await socket.executeThenClose { inbound, outbound in
                try await outbound.write(
                    LinkMessage.encode(
                        LinkMessage.Request(method: LinkMessage.request, parameters: .init(name: name))))
                guard await confirm(fingerprint) else { throw LinkError.declined("nobody has confirmed it here") }
                // Where the other machine has declined meanwhile nobody takes this any more, and what it has said is there to be read.
                let confirmation = try LinkMessage.encode(LinkMessage.Confirmation(method: LinkMessage.confirm))
                let failure: (any Error)?
                do {
                    try await outbound.write(confirmation)
                    failure = nil
                } catch { failure = error }
                var reader = MessageReader()
                for try await bytes in inbound {
                    guard let messages = reader.take(bytes) else { break }
                    guard let message = messages.first else { continue }
                    guard let answer = LinkMessage.decode(message, as: LinkMessage.Accepted.self) else { break }
                    if answer.error == LinkMessage.busy { throw LinkError.busy(address: "\(address)") }
                    guard let accepted = answer.parameters else {
                        throw LinkError.declined("it was not confirmed on \(address)")
                    }
                    guard let id = UUID(uuidString: accepted.id) else { break }
                    return PairedPeer(
                        fingerprint: fingerprint.hexadecimal, role: .device, name: LinkMessage.shown(accepted.name),
                        deviceID: id.uuidString, address: "\(address)", pairedAt: now)
                }
                throw failure ?? LinkError.notPaired(address: "\(address)")
            }
        } catch let error as LinkError {
            throw error
        } catch {
            // It looks at our certificate when the handshake is done for us, and ends the connection, with an alert or
            // before one is read.
            let isEnd = error is ChannelError || error is IOError || "\(error)".contains("ALERT")
            throw isEnd
                ? .notPaired(address: "\(address)")
                : .connection(address: "\(address)", reason: LinkError.reason(error))
        }
    }
}
