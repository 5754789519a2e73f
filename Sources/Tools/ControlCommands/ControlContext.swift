// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import ServiceClient
package import ToolSupport

/// What the commands touch of the world around them; a test puts its own in the place of the process's.
package struct ControlContext: Sendable {
    @TaskLocal package static var current = ControlContext.ofThisProcess

    package var console: Console
    package var environment: [String: String]
    /// Absolute path of the working directory.
    var directory: String
    /// How long to wait for the files of a server that has just been started.
    var patience = Duration.seconds(10)
    /// Opens the way to the service, and starts it when it does not run and `starting` is true.
    var connect: @Sendable (_ starting: Bool) throws(ControlError) -> any ServiceLink
    /// Becomes another program; returns only in tests.
    var replaceProcess: @Sendable (ProcessImage) throws(ControlError) -> Void
    /// Yields once when the person asks to interrupt (Ctrl-C, or a request to terminate).
    package var interruptions: @Sendable () -> AsyncStream<Void>
    /// Asks the person a question and returns the line of the answer, nil at the end of the input; nil when nobody sits there.
    package var ask: (@Sendable (String) async -> String?)?

    static var ofThisProcess: ControlContext {
        let environment = ProcessInfo.processInfo.environment
        return ControlContext(
            console: .standard,
            environment: environment,
            directory: workingDirectory(),
            connect: { starting throws(ControlError) in
                try ServiceConnection(environment: environment, startingService: starting)
            },
            replaceProcess: { image throws(ControlError) in try image.replaceThisProcess() },
            interruptions: { InterruptionSignals.stream() },
            ask: TerminalQuestion.asking(.standard))
    }

    /// Opens the way to the service.
    package static func link(starting: Bool = true) throws(ControlError) -> any ServiceLink {
        try current.connect(starting)
    }

    /// `path` made absolute by the working directory.
    func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return directory == "/" ? "/" + path : directory + "/" + path
    }

    private static func workingDirectory() -> String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
