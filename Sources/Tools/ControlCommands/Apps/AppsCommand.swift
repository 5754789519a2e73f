// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that the service knows.",
        discussion: """
            EXAMPLES
              ba apps
              ba apps --json
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let apps = try await ControlContext.link().call(AppsInterface.List()).apps.sorted { $0.bundleID < $1.bundleID }
        if output.printsJSON { return try context.console.writeJSON(apps) }
        if apps.isEmpty { return context.console.note("No app is installed; `ba install SOURCE` installs one.") }
        context.console.write(Self.table(apps).text)
        for app in apps {
            if let note = app.note { context.console.note("\(app.bundleID): \(note)") }
        }
    }

    static func table(_ apps: [AppRecord]) -> Table {
        Table(
            [
                .init("APP"), .init("NAME"), .init("VERSION"), .init("STATE"), .init("ASSET PACKS", .right),
                .init("FROM"), .init("SIGNED BY"),
            ],
            rows: apps.map { app in
                [
                    app.bundleID, app.name, app.versionText, state(of: app), Quantity.bytes(app.packBytes), app.origin,
                    app.team ?? "nobody",
                ]
            })
    }

    /// `ready`, or `installing 42 %`, or `installing 42 %, paused`.
    static func state(of app: AppRecord) -> String {
        guard app.isArriving, let fraction = app.fraction, fraction.isFinite else { return app.state.rawValue }
        let pause = app.paused == true ? ", paused" : ""
        return "\(app.state.rawValue) \(Quantity.percentage(fraction)) %\(pause)"
    }
}

extension AppRecord {
    /// `1.2 (34)`, or one number where both are the same.
    var versionText: String { version == build ? version : "\(version) (\(build))" }
}
