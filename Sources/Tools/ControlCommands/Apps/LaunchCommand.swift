// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch",
        abstract: "Start an app.",
        discussion: """
            The app takes the place of this command: its process, its terminal, its exit status. While its essential \
            asset packs are on their way it cannot be started: the command says how far they are and ends with status \
            75, or waits for them with --wait. An app that is suspended goes on, in front: the command says so and ends.

            EXAMPLES
              ba launch com.naturelab.thecoast
              ba launch com.naturelab.thecoast --wait -- --play tutorial
            """)

    @Argument(help: "The bundle identifier of the app.", completion: IdentifierCompletion.apps)
    var id: String

    @Flag(help: "Wait until the app can be started.")
    var wait = false

    @Argument(parsing: .postTerminator, help: "What the app is started with, after --.")
    var arguments: [String] = []

    func run() async throws {
        let context = ControlContext.current
        let link = try ControlContext.link()
        var reply = try await launch(link: link, context: context)
        for _ in 1..<Self.largestCount {
            do throws(ControlError) { return try become(reply, context: context) } catch {
                // An update may have been installed since, and the version before it removed.
                guard FileStatus(path: reply.executable) == nil else { throw error }
                reply = try await launch(link: link, context: context)
            }
        }
        try become(reply, context: context)
    }

    /// Versions of an app that are tried one after the other: no sooner was one there than a newer one was.
    private static let largestCount = 3

    private func become(_ reply: AppsInterface.Launch.Reply, context: ControlContext) throws(ControlError) {
        if let processID = reply.processID {
            let unheard = arguments.isEmpty ? "" : ", and is not told what follows --"
            return context.console.note("\(id) was suspended: its process \(processID) goes on, in front\(unheard).")
        }
        var environment = context.environment
        environment.merge(reply.environment) { _, new in new }
        try context.replaceProcess(
            ProcessImage(
                executable: reply.executable, arguments: [reply.executable] + arguments, environment: environment,
                directory: reply.directory))
    }

    private func launch(
        link: any ServiceLink, context: ControlContext
    ) async throws -> AppsInterface.Launch.Reply {
        // An update can begin between the end of one installation and the launch, so it may take several rounds; a
        // service that refuses time and again although it says that all is there is not waited for.
        for round in 1... {
            do throws(ControlError) {
                return try await link.call(AppsInterface.Launch(bundleID: id))
            } catch {
                guard case .service(let answer) = error, answer.code == .installationInProgress else { throw error }
                guard wait, round <= 5 else { throw refusal(answer) }
                context.console.note("\(id) is being installed; waiting for it.")
                _ = try await InstallationFollower(link: link, context: context)
                    .follow(AppsInterface.Watch(bundleID: id))
            }
        }
        throw ControlError.unexpectedAnswer("an endless refusal")
    }

    /// Why it cannot be started, and how far it is.
    private func refusal(_ error: ServiceError) -> ControlError {
        .tryAgain(
            """
            \(error.message)
            `ba launch \(id) --wait` starts it as soon as it can be started
            """)
    }
}
