// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import ServiceInterface
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
            var printed = PrintedLines()
            while true {
                do {
                    for try await reply in link.stream(method) {
                        let line = line(reply)
                        if printed.add(line) { try take(line) }
                    }
                    return
                } catch let error as ControlError where goesOn && error.isLostConnection {
                    // A service that ends on purpose takes its socket away; one that was killed is what somebody who
                    // follows its log wants to see the end of, and the beginning of the next one.
                    guard isServiceExpectedBack else { throw error }
                    context.console.note("The service has ended without a word; the log of the next one follows.")
                    printed.beginAnew()
                }
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
