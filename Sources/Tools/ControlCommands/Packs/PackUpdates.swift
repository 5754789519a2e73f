// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

/// Looks for newer packs of one app, or of several, each of which has its turn whatever became of those before it.
enum PackUpdates {
    /// - `isOneNamed`: it is one app, which the person has named: its failure is that of the command.
    /// - `noneNote`: what is said to people when there is no app to look for.
    /// - `update`: fills in what it finds, and throws in the end when anything went wrong.
    /// - Throws: what the first failure was; all are printed.
    static func run(
        _ bundleIDs: [String], isOneNamed: Bool, noneNote: String, context: ControlContext, output: OutputOptions,
        update: (String, inout PackUpdate) async throws -> Void
    ) async throws {
        var updates: [PackUpdate] = []
        var failures: [ControlError] = []
        for bundleID in bundleIDs {
            var result = PackUpdate(bundleID: bundleID)
            do {
                try await update(bundleID, &result)
                if let problem = result.error { failures.append(.service(ServiceError(.extensionFailed, problem))) }
            } catch let error as ControlError {
                guard let cause = error.causeOfOneApp else { throw error }
                result.error = cause
                failures.append(error)
            }
            updates.append(result)
            guard !output.printsJSON else { continue }
            if result.error == nil || result.hasNews { context.console.write(result.text) }
            if let error = result.error, !isOneNamed { context.console.note("error: \(bundleID): \(error)") }
        }
        if output.printsJSON { try context.console.writeJSON(updates) }
        if isOneNamed, let failure = failures.first { throw failure }
        if !output.printsJSON, updates.isEmpty { context.console.note(noneNote) }
        let packs = updates.flatMap(\.failed)
        if !packs.isEmpty { throw ControlError.packsFailed(packs) }
        if let first = failures.first {
            throw ControlError.appsFailed(failures.count, of: updates.count, first.exitCode)
        }
    }
}
