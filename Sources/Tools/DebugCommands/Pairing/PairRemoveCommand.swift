// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlCommands
internal import DeviceLink
internal import ToolSupport

struct PairRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Forget a machine: from now on it debugs nothing here, also on a connection that it has.",
        discussion: """
            EXAMPLES
              ba pair remove laptop
              ba pair remove 6A2D6A0E-0D7B-4D55-9A1F-2B8B3C1D4E5F
            """)

    @Argument(help: "The machine, by its name, ID or words (`ba pair list`).")
    var machine: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let removed: [PairedPeer]
        do throws(LinkError) {
            removed = try PairedPeers(in: LinkFolder(environment: context.environment)).remove(machine)
        } catch { throw DebugError.link(error) }
        guard !removed.isEmpty else { throw DebugError.noMachine(machine) }
        if output.printsJSON { return context.console.write(try JSONLine.text(removed)) }
        for peer in removed { context.console.write("Removed \(peer.name) (\(peer.words)).") }
    }
}
