// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlCommands
internal import DeviceLink
internal import Foundation
internal import ToolSupport

struct PairConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Pair this machine with a device, on which `ba pair serve --accept` runs.",
        discussion: """
            EXAMPLES
              ba pair connect tablet.local
              ba pair connect 192.0.2.7:8447
            """)

    @Argument(help: "Where the device is: HOST or HOST:PORT.")
    var device: String

    @Option(help: "The words of the device, with nobody here asked.")
    var expect: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let confirmation = Confirmation(expected: expect)
        do {
            let address = try LinkAddress(device)
            try confirmation.check()
            let folder = try LinkFolder(environment: context.environment)
            let identity = try LinkIdentity(in: folder)
            context.console.note("The words of this machine: \(identity.fingerprint)")
            let peer = try await LinkClient(identity: identity).pair(
                with: address, as: ProcessInfo.processInfo.hostName, now: Date().timeIntervalSince1970
            ) { words in await confirmation.asks("\(address)", words) }
            try PairedPeers(in: folder).add(peer)
            if output.printsJSON { return context.console.write(try JSONLine.text(peer)) }
            context.console.write("Paired with \(peer.name): its ID is \(peer.deviceID ?? "-").")
        } catch let error as LinkError { throw DebugError.link(error) }
    }
}
