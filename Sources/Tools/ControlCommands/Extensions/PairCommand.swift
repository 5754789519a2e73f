// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// What pairs machines is a program of its own, so that `ba` holds no network code.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this machine with a device to debug, or with a developer's machine.",
        discussion: """
            `ba pair --help` tells more; it is `backgroundassets-debug pair`, a program of its own.

            EXAMPLES
              ba pair serve --accept
              ba pair connect tablet.local
              ba pair list
            """)

    @Argument(parsing: .captureForPassthrough, help: "serve, connect, list or remove, with their options.")
    var arguments: [String] = []

    /// What asks for help on it asks the program that knows it: nil for another command line.
    ///
    /// - `line`: the program's name and its arguments.
    static func helpArguments(_ line: [String]) -> [String]? {
        let arguments = line.dropFirst()
        guard arguments.starts(with: ["help", "pair"]), !arguments.contains(where: { $0.hasPrefix("-") }) else {
            return nil
        }
        return arguments.dropFirst() + ["--help"]
    }

    func run() throws {
        let context = ControlContext.current
        let program = try ExecutableSearch.findSibling("backgroundassets-debug", context: context)
        try context.replaceProcess(
            ProcessImage(
                executable: program, arguments: ["ba", "pair"] + arguments,
                environment: context.environment))
    }
}
