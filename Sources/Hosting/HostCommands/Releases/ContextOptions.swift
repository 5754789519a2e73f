// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage
internal import ToolSupport

/// Which context of a pack a command is about.
struct ContextOptions: ParsableArguments {
    @OptionGroup var pack: PackOptions
    @Option(help: "Whose devices: internal, external or appstore.") var context: ReleaseContext

    /// Changes how the context is held, and says what devices get then.
    func change(_ changes: [HostStore.ContextChange]) async throws {
        let context = context
        let changed = try await pack.withPack { store, pack in
            try await store.change(context, ofPack: pack.id, changes)
        }
        Console.standard.note("\(pack.pack) in \(context.rawValue): \(changed.words).")
    }
}

extension ReleaseContext: ExpressibleByArgument {}

extension PackContext {
    /// `version 3, held at it`.
    var words: String {
        guard let active else { return "no version" }
        var words = "version \(active.number)"
        if pinned != nil { words += ", held" }
        if let rollout {
            words += " for \(rollout.percentage) % of the devices, version \(rollout.previous) for the others"
        }
        if let limit = active.appVersions.words { words += ", for versions of the app \(limit)" }
        if pack.isPrivate { words += ", with a token" }
        if rolloutStart < 100 { words += "; releases begin with \(rolloutStart) %" }
        return words
    }
}
