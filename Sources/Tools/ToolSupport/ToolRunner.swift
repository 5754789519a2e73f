// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import Glibc
internal import SystemSupport

/// Runs a tool's root command: parses, runs, prints what went wrong, and ends with a meaningful exit status.
///
/// ```
/// @main struct Main { static func main() async { await ToolRunner.run(PackageTool.self) } }
/// ```
package enum ToolRunner {
    /// - Parameters:
    ///   - command: the root command.
    ///   - arguments: without the program's name; nil for those of the process.
    package static func run(_ command: any ParsableCommand.Type, arguments: [String]? = nil) async -> Never {
        StandardStreams.prepare()
        if arguments == nil, let number = firstUnreadableArgument {
            Console.standard.note(
                "error: argument \(number) is not UTF-8, and a name that was mended would be that of another file; "
                    + "rename the file")
            exit(ToolExitCode.usage.rawValue)
        }
        let status = await status(of: command, arguments: arguments, console: .standard)
        Interruption.endProcessIfRequested()
        exit(status)
    }

    /// Does the same without ending the process, for tests and for tools inside tools.
    ///
    /// - Returns: the exit status.
    package static func status(
        of command: any ParsableCommand.Type, arguments: [String]?, console: Console
    ) async -> Int32 {
        do {
            if let mistake = MisspelledCommand(in: arguments ?? Array(CommandLine.arguments.dropFirst()), of: command) {
                throw ToolError(.usage, "\(mistake)")
            }
            // What a shell offers may have to be asked for.
            var parsed =
                if let command = command as? any AsyncParsableCommand.Type {
                    try await command.asyncParseAsRoot(arguments)
                } else { try command.parseAsRoot(arguments) }
            if let number = emptyArgument(in: arguments ?? Array(CommandLine.arguments.dropFirst())) {
                throw ToolError(
                    .usage, "argument \(number) is empty, and names nothing: was a variable that is not set meant?")
            }
            if var parsed = parsed as? any AsyncParsableCommand {
                try await parsed.run()
            } else {
                try parsed.run()
            }
        } catch {
            let status = report(error, of: command, to: console)
            guard status == ToolExitCode.success.rawValue else { return status }
        }
        guard let failure = console.outputFailure else { return ToolExitCode.success.rawValue }
        return report(failure, of: command, to: console)
    }

    /// The number of the first argument without a character: a path without one would be the working folder. What stands behind
    /// `--` may be for another program, and words that a shell asks about may be none yet.
    private static func emptyArgument(in arguments: [String]) -> Int? {
        guard arguments.first?.hasPrefix("---") != true else { return nil }
        return arguments.prefix { $0 != "--" }.firstIndex(of: "").map { $0 + 1 }
    }

    /// The first argument whose bytes are not UTF-8: Swift's own arguments are mended.
    private static var firstUnreadableArgument: Int? {
        (1..<max(1, Int(CommandLine.argc))).first { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return false }
            return String(validatingCString: argument) == nil
        }
    }

    private static func report(
        _ error: any Error, of command: any ParsableCommand.Type, to console: Console
    ) -> Int32 {
        switch error {
        case let failure as any ToolFailure:
            if failure.describesItsPlace {
                console.note(failure.description)
            } else if !failure.exitCode.isSilent {
                console.note("error: \(failure)")
            }
            return failure.exitCode.rawValue
        case let failure as SystemError:
            console.note("error: \(failure)")
            return ToolExitCode.inputOutput.rawValue
        default:
            let code = command.exitCode(for: error)
            let message = command.fullMessage(for: error)
            // ArgumentParser's clean exits (help, version) are results, and its other messages say "Error: " already.
            if !message.isEmpty {
                if code.isSuccess { console.write(message) } else { console.note(message) }
            }
            return code.rawValue
        }
    }
}
