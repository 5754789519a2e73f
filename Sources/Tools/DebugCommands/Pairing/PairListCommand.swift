// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlCommands
internal import DeviceLink
internal import ToolSupport

struct PairListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the machines that this one is paired with, and its own words.",
        discussion: """
            EXAMPLES
              ba pair list
              ba pair list --json
            """)

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        var words: String
        var peers: [PairedPeer]
    }

    func run() async throws {
        let context = ControlContext.current
        do throws(LinkError) {
            let folder = try LinkFolder(environment: context.environment)
            let words = "\(try LinkIdentity(in: folder).fingerprint)"
            let peers = try PairedPeers(in: folder).all()
            try print(words, peers, to: context.console)
        } catch { throw DebugError.link(error) }
    }

    private func print(_ words: String, _ peers: [PairedPeer], to console: Console) throws(LinkError) {
        if output.printsJSON {
            do throws(ToolError) {
                console.write(try JSONLine.text(Listing(words: words, peers: peers)))
            } catch { throw .identity(reason: "\(error)") }
            return
        }
        console.write("The words of this machine: \(words)")
        guard !peers.isEmpty else { return console.note("It is paired with none.") }
        var table = Table([.init("NAME"), .init("IS"), .init("WHERE"), .init("DEVICE ID"), .init("WORDS")])
        for peer in peers {
            table.append([
                peer.name, peer.role == .device ? "debugged from here" : "debugging this one", peer.address ?? "-",
                peer.deviceID ?? "-", peer.words,
            ])
        }
        console.write(table.text)
    }
}
