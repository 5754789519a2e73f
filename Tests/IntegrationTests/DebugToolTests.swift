// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// `backgroundassets-debug` and `ba pair` with real processes.
@Suite("The debug tool", .timeLimit(.minutes(5))) struct DebugToolTests {
    private func debug(_ world: World, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "backgroundassets-debug", arguments, environment: world.environment, directory: world.folder.path)
    }

    /// Such as a machine may have.
    private static let someWords = "lusab-babad-gutih-tugad-gutuk-bisog"

    private struct Device: Decodable {
        var id: String
        var name: String
        var address: String?
        var developerMode: Bool?
        var problem: String?
    }

    private func devices(_ world: World) async throws -> [Device] {
        let run = try await expectSuccess(debug(world, "--list-devices", "--json"))
        return try JSONDecoder().decode([Device].self, from: Data(run.output.utf8))
    }

    /// A machine beside the one of the world: a configuration folder, and a service of its own.
    private func other(_ world: World, _ name: String) -> World {
        var other = world
        other.additions["XDG_CONFIG_HOME"] = world.folder.path(name + "-configuration")
        other.additions["BACKGROUND_ASSETS_ROOT"] = world.folder.path(name)
        return other
    }

    @Test("B15: this device is listed; install, update, periodic and language events are sent, long and short forms")
    func local() async throws {
        try await World.with { world in
            world.additions["XDG_CONFIG_HOME"] = world.folder.path("c")
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            let device = try #require(try await devices(world).first)
            #expect(device.developerMode == false)
            let off = try await debug(world, "-s", "--app-install", "-b", World.bundleID)
            #expect(off.status == 77)
            #expect(off.errors.contains("ba settings developer-mode on"))
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            for (event, text) in [
                ("--app-install", "the install event"), ("--app-update", "the update event"),
                ("--app-periodic-check", "the periodic check"), ("--app-language-change", "the change of languages"),
            ] {
                let run = try await expectSuccess(
                    debug(world, "--simulate", event, "--app-bundle-id", World.bundleID, "--device-id", device.id))
                #expect(run.output == "Sent \(text) to \(World.bundleID); its run time is whole again.\n")
            }
            let short = try await expectSuccess(
                debug(world, "-s", "--app-install", "-b", World.bundleID, "-d", device.id.lowercased()))
            #expect(short.output.hasPrefix("Sent "))
            #expect(try await expectSuccess(debug(world, "-l")).output.contains("ready"))
        }
    }

    @Test(
        "Command lines that say too little or too much",
        arguments: [
            [], ["-s"], ["-l", "-s"], ["-s", "-b", "a"], ["-s", "--app-install"], ["--app-install", "-b", "a"],
            ["-s", "--app-install", "--app-update", "-b", "a"], ["--logs"], ["-x"], ["pair", "connect"],
            ["-l", "-b", "a"], ["-l", "-d", "a"], ["-l", "--app-install"], ["pair", "connect", "a:b"],
            ["pair", "connect", ""], ["pair", "serve", "--address", "a:b"],
            ["pair", "connect", "a", "--expect", "six words"],
        ])
    func usage(_ arguments: [String]) async throws {
        try await World.with { world in
            let run = try await ProgramRun.run("backgroundassets-debug", arguments, environment: world.environment)
            #expect(run.status == 64)
            #expect(!run.errors.isEmpty)
            // What is wrong with an address is told before anybody is missed who could confirm it.
            #expect(!run.errors.contains("terminal"), "\(run.errors)")
        }
    }

    @Test("B15: what is not there is named: apps, devices, a device that does not answer") func missing() async throws {
        try await World.with { world in
            world.additions["XDG_CONFIG_HOME"] = world.folder.path("c")
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            let noApp = try await debug(world, "-s", "--app-install", "-b", "com.example.none")
            #expect(noApp.status == 66)
            #expect(noApp.errors.contains("com.example.none"))
            let noDevice = try await debug(world, "-s", "--app-install", "-b", World.bundleID, "-d", "tablet")
            #expect(noDevice.status == 66)
            #expect(noDevice.errors.contains("--list-devices"))
            let noMachine = try await world.ba("pair", "remove", "tablet")
            #expect(noMachine.status == 66)
            #expect(noMachine.errors.contains("`ba pair list`") && !noMachine.errors.contains("--list-devices"))
            // What asks for help on it is the program that knows it.
            let help = try await expectSuccess(world.ba("help", "pair", "serve"))
            #expect(help.output.contains("--accept") && help.output.contains("USAGE: ba pair serve"), "\(help.output)")
            // It goes by the name by which it was called.
            let usage = try await world.ba("pair", "connect")
            #expect(usage.status == 64 && usage.errors.contains("Usage: ba pair connect <device>"), "\(usage.errors)")
            #expect(!usage.errors.contains("backgroundassets-debug"), "\(usage.errors)")
            let unreachable = try await world.ba("pair", "connect", "127.0.0.1:1", "--expect", Self.someWords)
            #expect(unreachable.status == 69)
            #expect(unreachable.errors.contains("127.0.0.1:1 cannot be reached: Connection refused."))
            let nobody = try await world.ba("pair", "connect", "127.0.0.1:1")
            #expect(nobody.status == 64)
            #expect(nobody.errors.contains("--expect"))
        }
    }

    @Test("B15, B17: a paired device elsewhere is listed, gets events, shows its extension's log, and can be removed")
    func paired() async throws {
        try await World.with { world in
            let device = other(world, "s")
            let host = other(world, "h")
            try await device.makeApp()
            try await expectSuccess(device.ba("register", world.folder.path("Game.app")))
            let hostWords = try await words(host)
            let refused = try await device.ba("pair", "serve", "--address", "127.0.0.1:0", "--expect", hostWords)
            #expect(refused.status == 77)
            #expect(refused.errors.contains("developer-mode on"))
            try await expectSuccess(device.ba("settings", "developer-mode", "on"))
            try await withServer(device, "--expect", hostWords) { address in
                let wrong = try await host.ba("pair", "connect", address, "--expect", hostWords)
                #expect(wrong.status == 77)
                #expect(try await devices(host).count == 1)
                let deviceWords = try await words(device)
                // A yes from before the question is none.
                let declined = try await TerminalRun.run(
                    [ProgramRun.programs + "/ba", "pair", "connect", address], prompt: "Type yes",
                    typedAhead: "yes\n", answer: "no", environment: host.environment)
                #expect(
                    declined.status != 0 && declined.output.contains("has the words  \(deviceWords)"), "\(declined)")
                #expect(declined.output.contains("Type yes") && !declined.output.contains("\u{fffd}"), "\(declined)")
                #expect(try await devices(host).count == 1)
                let run = try await expectSuccess(
                    host.ba("pair", "connect", address, "--expect", deviceWords))
                #expect(run.output.hasPrefix("Paired with "))
                let found = try #require(try await devices(host).first { $0.address == address })
                #expect(found.developerMode == true)
                let own = try #require(try await devices(device).first)
                #expect(found.id == own.id)
                let sent = try await expectSuccess(
                    debug(host, "-s", "--app-periodic-check", "-b", World.bundleID, "-d", found.id))
                #expect(sent.output.hasPrefix("Sent the periodic check"))
                try await followLog(of: found.id, from: host) { lines in
                    lines.contains { $0.contains("simulated appPeriodicCheck for \(World.bundleID)") }
                }
                // A device whose service is killed is followed on.
                try await host.withProgram(
                    "backgroundassets-debug", ["--logs", "-b", World.bundleID, "-d", found.id]
                ) { lines in
                    func count(_ text: String) -> Int { lines().count { $0.contains(text) } }
                    _ = try await host.wait("the log") { count("simulating appPeriodicCheck") == 1 ? true : nil }
                    let status = try await expectSuccess(device.ba("service", "status", "--json"))
                    kill(
                        try JSONDecoder().decode(RunningService.self, from: Data(status.output.utf8)).processID,
                        SIGKILL)
                    _ = try await host.wait("the log of the next one") { () -> Bool? in
                        _ = try await debug(host, "-s", "--app-update", "-b", World.bundleID, "-d", found.id)
                        return count("simulating appUpdate") > 0 ? true : nil
                    }
                }
                // Off is off, for those who are paired as well.
                try await expectSuccess(device.ba("settings", "developer-mode", "off"))
                let off = try await debug(host, "-s", "--app-install", "-b", World.bundleID, "-d", found.id)
                #expect(off.status == 77)
                try await expectSuccess(device.ba("settings", "developer-mode", "on"))
                try await expectSuccess(device.ba("pair", "remove", hostWords))
                let removed = try await debug(host, "-s", "--app-install", "-b", World.bundleID, "-d", found.id)
                #expect(removed.status == 77)
            }
            _ = try await host.ba("service", "stop")
        }
    }

    private func words(_ world: World) async throws -> String {
        struct Listing: Decodable { var words: String }
        let run = try await expectSuccess(world.ba("pair", "list", "--json"))
        return try JSONDecoder().decode(Listing.self, from: Data(run.output.utf8)).words
    }

    @Test("B17: who follows the log of an app goes on with that of the next service when one is killed")
    func killedService() async throws {
        try await World.with { world in
            world.additions["XDG_CONFIG_HOME"] = world.folder.path("c")
            try await world.makeApp()
            try await expectSuccess(world.ba("register", world.folder.path("Game.app")))
            try await expectSuccess(world.ba("settings", "developer-mode", "on"))
            let world = world
            try await world.withProgram("backgroundassets-debug", ["--logs", "-b", World.bundleID]) { lines in
                func simulate(_ event: String, name: String) async throws {
                    try await expectSuccess(debug(world, "-s", event, "-b", World.bundleID))
                    _ = try await world.wait("the line of \(name)") {
                        lines().contains { $0.contains("simulating \(name) for") } ? true : nil
                    }
                }
                try await simulate("--app-periodic-check", name: "appPeriodicCheck")
                let status = try await expectSuccess(world.ba("service", "status", "--json"))
                let service = try JSONDecoder().decode(RunningService.self, from: Data(status.output.utf8))
                kill(service.processID, SIGKILL)
                try await simulate("--app-update", name: "appUpdate")
                // What both have told is printed once.
                #expect(lines().count { $0.contains("simulating appPeriodicCheck") } == 1)
            }
        }
    }

    private struct RunningService: Decodable { var processID: Int32 }

    /// Runs `ba pair serve` while `body` runs.
    private func withServer(
        _ world: World, _ arguments: String..., body: (_ address: String) async throws -> Void
    ) async throws {
        try await world.withProgram("ba", ["pair", "serve", "--address", "127.0.0.1:0"] + arguments) { lines in
            let address = try await world.wait("the listener's address") {
                lines().first { $0.hasPrefix("Listening on ") }
                    .flatMap { $0.split(separator: " ").dropFirst(2).first }.map { String($0.dropLast()) }
            }
            try await body(address)
        }
    }

    private func followLog(
        of device: String, from world: World, until isThere: @escaping ([String]) -> Bool
    ) async throws {
        try await world.withProgram("backgroundassets-debug", ["--logs", "-b", World.bundleID, "-d", device]) {
            lines in
            _ = try await world.wait("the line in the log") { isThere(lines()) ? true : nil }
        }
    }
}
