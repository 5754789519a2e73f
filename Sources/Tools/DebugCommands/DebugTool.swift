// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

/// The root of `backgroundassets-debug`: has a device do what its system does by itself.
package struct DebugTool: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        // `ba pair` is this program under its name.
        commandName: CommandLine.arguments.first == "ba" ? "ba" : "backgroundassets-debug",
        abstract: "Simulate what the system does for an app's assets, on this device or on a paired one.",
        discussion: """
            An event that is simulated does what the real one does: the downloader extension is woken, with a whole day's \
            run time, and what it wants is downloaded. The command says that the event was sent, and does not wait for what \
            comes of it: --logs follows that, and `ba explain` on the device tells what waits.

            A device takes part while `ba settings developer-mode on` is set on it. Devices elsewhere are paired with \
            `ba pair`.

            `backgroundassets-debug help exit-codes` lists what the exit statuses mean.

            EXAMPLES
              backgroundassets-debug --list-devices
              backgroundassets-debug -s --app-install -b com.example.sessions
              backgroundassets-debug --simulate --app-periodic-check --app-bundle-id com.example.sessions --device-id ID
              backgroundassets-debug --logs -b com.example.sessions
            """,
        version: ToolVersion.current,
        subcommands: [PairCommand.self, ExitCodesCommand.self])

    enum Event: String, EnumerableFlag {
        case appInstall, appUpdate, appPeriodicCheck, appLanguageChange

        static func help(for value: Event) -> ArgumentHelp? {
            switch value {
            case .appInstall: "The app was installed."
            case .appUpdate: "The app was updated."
            case .appPeriodicCheck: "It is time to look for what is newer."
            case .appLanguageChange: "The person's languages have changed."
            }
        }

        var simulated: SimulatedEvent {
            switch self {
            case .appInstall: .appInstall
            case .appUpdate: .appUpdate
            case .appPeriodicCheck: .appPeriodicCheck
            case .appLanguageChange: .appLanguageChange
            }
        }
    }

    @Flag(name: .shortAndLong, help: "List this device and those that are paired, with their IDs.")
    var listDevices = false

    @Flag(name: .shortAndLong, help: "Simulate one of the events.")
    var simulate = false

    @Flag(help: "Follow what the app's extension and the system say about it, until Ctrl-C.")
    var logs = false

    @Flag var event: Event?

    @Option(name: [.customShort("b"), .long], help: "The app, by its bundle identifier.")
    var appBundleID: String?

    @Option(name: .shortAndLong, help: "The device, by its ID or name; this one otherwise.")
    var deviceID: String?

    @OptionGroup var output: OutputOptions

    package init() {}

    /// Not `validate()`, which is asked of subcommands' parents as well.
    private func check() throws {
        let count = [listDevices, simulate, logs].count { $0 }
        guard count == 1 else {
            throw ValidationError(
                count == 0
                    ? "Say what to do: --list-devices, --simulate, --logs or pair."
                    : "--list-devices, --simulate and --logs exclude each other.")
        }
        if listDevices {
            // Who gives these expects something else to happen than a list of all devices.
            guard appBundleID == nil, deviceID == nil, event == nil else {
                throw ValidationError("--list-devices lists all devices: it takes no app, device or event.")
            }
            return
        }
        guard appBundleID != nil else { throw ValidationError("Name the app with --app-bundle-id.") }
        guard simulate == (event != nil) else {
            throw ValidationError(
                simulate
                    ? "Name the event: --app-install, --app-update, --app-periodic-check or --app-language-change."
                    : "An event is simulated with --simulate.")
        }
    }

    package func run() async throws {
        try check()
        if listDevices { return try await DeviceList(output: output).print() }
        guard let appBundleID else { return }
        let device = try await DeviceSelection.device(deviceID)
        if let event {
            try await Simulation(device: device, bundleID: appBundleID, output: output).send(event.simulated)
        } else {
            try await device.printLog(
                of: appBundleID, by: LogPrinting(context: ControlContext.current, output: output))
        }
    }

    /// Runs the command line of this process and ends it.
    package static func start() async -> Never { await ToolRunner.run(DebugTool.self) }
}
