// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlCommands
internal import DeviceLink
internal import Foundation
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct PairServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Let paired machines debug this one, until Ctrl-C.",
        discussion: """
            What it lets through are the events and logs of apps, and nothing else of this machine. With --accept, machines \
            that are not paired yet may ask for it, and somebody here has to say yes.

            EXAMPLES
              ba pair serve --accept
              ba pair serve --address 192.0.2.7:8447
            """)

    @Option(help: "The address to listen on (port 0: a free one); all of this machine's otherwise.")
    var address: String = "[::]:\(LinkAddress.defaultPort)"

    @Flag(help: "Let new machines ask to be paired.")
    var accept = false

    @Option(help: "The words of the machine that is to be paired, with nobody here asked; implies --accept.")
    var expect: String?

    func run() async throws {
        let context = ControlContext.current
        let place: LinkAddress
        do throws(LinkError) { place = try LinkAddress(address, allowsAnyPort: true) } catch {
            throw DebugError.link(error)
        }
        let link = try ControlContext.link()
        let device = try await link.call(DebugInterface.Device())
        guard device.developerMode else { throw DebugError.developerModeOff }
        let confirmation = Confirmation(expected: expect)
        if accept || expect != nil { try confirmation.check() }
        do {
            let folder = try LinkFolder(environment: context.environment)
            let identity = try LinkIdentity(in: folder)
            let console = context.console
            let desk =
                accept || expect != nil
                ? PairingDesk(
                    deviceID: device.id, name: device.name, now: { Date().timeIntervalSince1970 },
                    confirm: { name, words in await confirmation.asks(name, words) }) : nil
            let server = LinkServer(
                identity: identity, peers: PairedPeers(in: folder), pairing: desk,
                service: {
                    // Brings back a service that has ended, being idle.
                    _ = try await link.call(DebugInterface.Device())
                    return try ServiceLocation(environment: context.environment).socketPath
                }, log: { console.note($0) })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await server.run(on: place) { place in
                        console.write("Listening on \(place). The words of this machine: \(identity.fingerprint)")
                    }
                }
                group.addTask { for await _ in context.interruptions() { throw DebugError.interrupted } }
                defer { group.cancelAll() }
                // Whatever ends first: the listener by an error, or the person's Ctrl-C.
                try await group.next()
            }
        } catch let error as LinkError { throw DebugError.link(error) }
    }
}
