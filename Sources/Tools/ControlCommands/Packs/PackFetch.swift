// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import ToolSupport

/// Fetches packs of an app with progress, until they are there or the person leaves.
struct PackFetch {
    /// How often a lost connection is made again before there is news.
    private static let largestLossCount = 8

    let link: any ServiceLink
    let context: ControlContext
    let bundleID: String
    var isQuiet = false

    /// Makes the packs readable on this device; with `latest` it waits for the newest versions where older ones are
    /// there.
    func get(_ packIDs: [String], latest: Bool) async throws -> PacksInterface.EnsureLocalAvailability.Reply {
        try await withProgress { meter in
            meter.follow(packIDs)
            let reply = try await link.call(
                PacksInterface.EnsureLocalAvailability(
                    bundleID: bundleID, packIDs: packIDs, requireLatestVersion: latest, callID: UUID().uuidString))
            // What failed has no summary but its error.
            if reply.failures.isEmpty { meter.finish() }
            return reply
        }
    }

    /// Looks for newer versions and waits until they are there.
    func update() async throws -> PackUpdate {
        try await withProgress { meter in
            var update = try await check()
            update.available = [:]
            guard !update.updating.isEmpty else { return update }
            meter.follow(update.updating)
            let reply = try await link.call(
                PacksInterface.EnsureLocalAvailability(
                    bundleID: bundleID, packIDs: update.updating, requireLatestVersion: true,
                    callID: UUID().uuidString))
            update.available = reply.available
            update.failed = reply.failures
            if reply.failures.isEmpty { meter.finish() }
            return update
        }
    }

    /// Looks for newer versions; the service fetches them by itself.
    func check() async throws(ControlError) -> PackUpdate {
        let reply = try await link.call(
            PacksInterface.CheckForUpdates(bundleID: bundleID, callID: UUID().uuidString))
        var update = PackUpdate(
            bundleID: bundleID, updating: reply.updatingIDs.sorted(), removed: reply.removedIDs.sorted())
        update.error = reply.problem
        return update
    }

    /// Shows the events that come, also of the next service when this one was killed: the operation is repeated with that
    /// one, and tells what is wrong when there is none. Without events there is only less to see.
    private func followEvents(_ meter: PackMeter, subscribed: () -> Void) async {
        var losses = 0
        while !Task.isCancelled {
            do {
                for try await event in link.stream(PacksInterface.Subscribe(bundleID: bundleID)) {
                    guard event.kind == .subscribed else {
                        meter.take(event)
                        continue
                    }
                    losses = 0
                    subscribed()
                }
                return
            } catch {
                losses += 1
                guard (error as? ControlError)?.isLostConnection == true, losses <= Self.largestLossCount else {
                    if !Task.isCancelled { context.console.note("No more progress is shown: \(error)") }
                    return
                }
                // Cancelled, it is over anyway.
                try? await Task.sleep(for: .milliseconds(5 << losses))
            }
        }
    }

    /// Runs `operation` once the events are subscribed to, and shows what they tell until it ends.
    private func withProgress<Result: Sendable>(
        _ operation: @escaping @Sendable (PackMeter) async throws -> Result
    ) async throws -> Result {
        let meter = PackMeter(console: context.console, isQuiet: isQuiet)
        let (subscribed, subscription) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                // The operation must not wait for events that will not come.
                defer { subscription.finish() }
                await followEvents(meter) { subscription.finish() }
                return nil
            }
            group.addTask {
                for await _ in subscribed {}
                return try await operation(meter)
            }
            group.addTask { [context] in
                for await _ in context.interruptions() {
                    context.console.showLive("")
                    context.console.note(
                        "What is being fetched goes on without this command: `ba downloads` shows it, "
                            + "`ba cancel PACK` cancels it.")
                    throw ControlError.interrupted
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw ControlError.interrupted
        }
    }
}
