// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// What serves the page is a program of its own, so that `ba` holds no network code.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Show in a browser how far apps and their assets are.",
        discussion: """
            `ba page --help` tells more; it is `ba-page`, a program of its own.

            EXAMPLES
              ba page
              ba page com.naturelab.thecoast
            """)

    @Argument(
        parsing: .captureForPassthrough, help: "The bundle identifier of an app, and options.",
        completion: IdentifierCompletion.apps)
    var arguments: [String] = []

    func run() async throws {
        let context = ControlContext.current
        let program = try ExecutableSearch.findSibling("ba-page", context: context)
        try context.replaceProcess(
            ProcessImage(
                executable: program, arguments: ["ba-page"] + arguments, environment: context.environment))
    }
}
