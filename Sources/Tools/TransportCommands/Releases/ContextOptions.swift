// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import ToolSupport

/// Which context of a pack a command changes.
struct ContextOptions: ParsableArguments {
    @Argument(help: "The identifier of the pack.") var pack: String
    @OptionGroup var app: AppOptions
    @Option(help: "Whose devices: internal, external or appstore.") var context: ReleaseContext
    @Flag(help: "Print a JSON object: what the devices get then.") var json = false

    func change(_ attributes: [String: JSONValue]) async throws {
        let changed = try await app.withApp { server, app in
            try server.checkContexts()
            return try await server.change(context, of: try await server.existingPack(pack, of: app), attributes)
        }
        if json { return try Console.standard.writeJSON(changed) }
        Console.standard.note("\(changed.pack) in \(changed.context): \(changed.words).")
    }
}
