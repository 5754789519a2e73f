// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

/// Looks for newer packs of one app, or of several, each of which has its turn whatever became of those before it.
enum PackUpdates {
    /// - `isOneNamed`: it is one app, which the person has named: its failure is that of the command.
    /// - Throws: what the first failure was; all are printed.
    static func run(
        _ bundleIDs: [String], isOneNamed: Bool, context: ControlContext, output: OutputOptions,
        update: (String) async throws -> PackUpdate
    ) async throws {
        var updates: [PackUpdate] = []
        var failures: [ControlError] = []
        for bundleID in bundleIDs {
            var result = PackUpdate(bundleID: bundleID)
            do {
                result = try await update(bundleID)
            } catch let error as ControlError {
                guard !isOneNamed, let cause = error.causeOfOneApp else { throw error }
                result.error = cause
                failures.append(error)
            }
            updates.append(result)
            guard !output.printsJSON else { continue }
            if let error = result.error {
                context.console.note("error: \(bundleID): \(error)")
            } else {
                context.console.write(result.text)
            }
        }
        if output.printsJSON { try context.console.writeJSON(updates) }
        if !output.printsJSON, updates.isEmpty { context.console.note("No app with asset packs is installed.") }
        let packs = updates.flatMap(\.failed)
        if !packs.isEmpty { throw ControlError.packsFailed(packs) }
        if let first = failures.first {
            throw ControlError.appsFailed(failures.count, of: updates.count, first.exitCode)
        }
    }
}
