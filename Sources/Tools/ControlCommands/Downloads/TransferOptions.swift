// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ToolSupport

/// What `pause`, `resume` and `cancel` are told.
struct TransferOptions: ParsableArguments {
    @Argument(
        help: "The bundle identifier of an app, the identifier of an asset pack, or the file name of an archive.",
        completion: IdentifierCompletion.appsAndPacks)
    var id: String

    @Option(
        help: "The app whose pack is meant; needed when several apps download such a pack.",
        completion: IdentifierCompletion.apps)
    var app: String?

    @OptionGroup var output: OutputOptions

    func perform(_ action: TransferControl.Action) async throws {
        let console = ControlContext.current.console
        let targets = try await TransferControl(action: action, link: try ControlContext.link())
            .perform(id: id, appID: app)
        if output.printsJSON { return try console.writeJSON(targets) }
        for target in targets { console.note("\(action.done) \(target.text).") }
    }
}
