// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import ToolSupport

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change the service's settings.",
        discussion: """
            EXAMPLES
              ba settings
              ba settings idle-timeout
              ba settings idle-timeout 120
              ba settings idle-timeout --default
              ba settings --app com.example.game background-refresh off
            """)

    @Argument(help: "The setting; all of them without it.", completion: IdentifierCompletion.settings)
    var name: String?

    @Argument(help: "Its new value.")
    var value: String?

    @Flag(name: .customLong("default"), help: "Take it back to its default.")
    var takesDefault = false

    @Option(
        name: .customLong("app"), help: ArgumentHelp("Only for this app, as far as that can be.", valueName: "id"),
        completion: IdentifierCompletion.apps)
    var bundleID: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if takesDefault, name == nil { throw ValidationError("--default needs the name of a setting") }
        if takesDefault, value != nil { throw ValidationError("give either a value or --default") }
    }

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        if let name, value != nil || takesDefault {
            _ = try await link.call(ControlInterface.SetSetting(name: name, value: value, bundleID: bundleID))
        }
        var settings = try await link.call(ControlInterface.Settings(bundleID: bundleID)).settings
        if let name {
            settings.removeAll { $0.name != name }
            if settings.isEmpty {
                throw ControlError.service(
                    ServiceError(
                        .settingInvalid,
                        bundleID == nil
                            ? "there is no setting named \(name)" : "there is no setting \(name) for one app alone",
                        subject: name))
            }
        }
        if output.printsJSON { return try context.console.writeJSON(settings) }
        context.console.write(Self.table(settings).text)
    }

    static func table(_ settings: [SettingRecord]) -> Table {
        Table(
            [.init("SETTING"), .init("VALUE"), .init("DEFAULT"), .init("MEANING")],
            rows: settings.map { setting in
                [setting.name, setting.value, setting.defaultValue, setting.meaning]
            })
    }
}
