// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run any program as an app's process.",
        discussion: """
            The program takes the place of this command and gets the app's asset packs: for `swift run`, tests and \
            interpreters, whose executables the service does not know. The app has to be installed or registered.

            EXAMPLES
              ba run --app com.naturelab.thecoast -- swift run TheCoast
              ba run --app com.naturelab.thecoast -- python3 inspect.py
            """)

    @Option(help: "The bundle identifier of the app.", completion: IdentifierCompletion.apps)
    var app: String

    @Argument(parsing: .postTerminator, help: "The program and what it is started with, after --.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("name the program after --, as in: ba run --app \(app) -- COMMAND") }
    }

    func run() async throws {
        let context = ControlContext.current
        guard let name = command.first else { throw ControlError.usage("there is no program to run") }
        let executable = try ExecutableSearch.find(name, context: context)
        let reply = try await ControlContext.link().call(AppsInterface.Identify(bundleID: app))
        var environment = context.environment
        environment.merge(reply.environment) { _, new in new }
        try context.replaceProcess(
            ProcessImage(executable: executable, arguments: command, environment: environment, directory: nil))
    }
}
