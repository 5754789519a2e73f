// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface
internal import Synchronization
internal import SystemSupport
internal import ToolSupport

/// Prints a log as it comes, until it ends, somebody interrupts it, or whoever reads the output has gone.
package struct LogPrinting: Sendable {
    private struct Line: Encodable { var line: String }

    private let context: ControlContext
    private let printsJSON: Bool

    package init(context: ControlContext, output: OutputOptions) {
        self.context = context
        printsJSON = output.printsJSON
    }

    /// - `read`: hands over the lines, and ends when there are no more.
    package func run(
        _ read: @escaping @Sendable (_ take: @escaping @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await read { line in try write(line) }
                return true
            }
            group.addTask {
                for await _ in context.interruptions() { throw ControlError.interrupted }
                // Nothing can interrupt it: the lines alone end it.
                return false
            }
            defer { group.cancelAll() }
            while let hasEnded = try await group.next(), !hasEnded {}
        }
    }

    /// The log of the service on this machine, as a method of it tells that.
    ///
    /// - `goesOn`: whether, after a service that was killed, the log of the next one follows.
    package func runLocally<Method: ServiceMethod>(
        _ method: Method, goesOn: Bool, line: @escaping @Sendable (Method.Reply) -> String
    ) async throws {
        let link = try ControlContext.link()
        try await run { take in
            let read = { (take: @escaping @Sendable (String) throws -> Void) async throws -> Void in
                for try await reply in link.stream(method) { try take(line(reply)) }
            }
            // A service that ends on purpose takes its socket away; one that was killed is what somebody who follows its
            // log wants to see the end of, and the beginning of the next one.
            try await repeated(
                take, read, ended: "The service has ended; the log of the next one follows."
            ) { error, _ in goesOn && (error as? ControlError)?.isLostConnection == true && isServiceExpectedBack }
        }
    }

    /// The log of another machine's service.
    ///
    /// - `read`: hands over the lines of one service.
    /// - `isBroken`: whether it ended because the connection did.
    package func runRemotely(
        _ read: @escaping @Sendable (_ take: @escaping @Sendable (String) throws -> Void) async throws -> Void,
        isBroken: @escaping @Sendable (any Error) -> Bool
    ) async throws {
        try await run { take in
            // A machine that says nothing before it ends the connection is not asked without end.
            try await repeated(
                take, read, ended: "The connection has ended; the log goes on as soon as there is another one."
            ) { error, hasSpoken in hasSpoken && isBroken(error) }
        }
    }

    /// Reads the log of one service after the other.
    ///
    /// - `note`: what is said when one has ended and another is to be expected.
    /// - `goesOn`: whether that is so after this error; told whether there was a line.
    private func repeated(
        _ take: @escaping @Sendable (String) throws -> Void,
        _ read: (_ take: @escaping @Sendable (String) throws -> Void) async throws -> Void,
        ended note: String, goesOn: (any Error, _ hasSpoken: Bool) -> Bool
    ) async throws {
        let printed = Mutex(PrintedLines())
        let hasSpoken = Mutex(false)
        var isTold = false
        while true {
            do {
                return try await read { line in
                    hasSpoken.withLock { $0 = true }
                    if printed.withLock({ $0.add(line) }) { try take(line) }
                }
            } catch  where goesOn(error, hasSpoken.withLock({ $0 })) {
                let spoke = hasSpoken.withLock { hasSpoken in
                    defer { hasSpoken = false }
                    return hasSpoken
                }
                // Until the next one serves, each try may fail.
                if spoke || !isTold { context.console.note(note) }
                isTold = true
                printed.withLock { $0.beginAnew() }
            }
        }
    }

    private func write(_ line: String) throws {
        // An extension may write anything, which a terminal would obey.
        context.console.write(
            printsJSON ? try JSONLine.text(Line(line: line)) : PrintableText.of(line, keeping: ["\t"]))
        if let failure = context.console.outputFailure { throw failure }
    }

    private var isServiceExpectedBack: Bool {
        do throws(ServiceLocationError) {
            return FileStatus(path: try ServiceLocation(environment: context.environment).socketPath) != nil
        } catch { return false }
    }
}
