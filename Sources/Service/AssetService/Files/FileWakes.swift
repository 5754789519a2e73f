// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ExtensionHost
internal import Logging
internal import ServiceInterface
internal import Synchronization
internal import SystemSupport

/// Wakes the extensions of apps for the ends of downloads that no delegate takes: one process at a time, which is told one
/// after the other.
///
/// What an extension fails at is kept. It is woken for it again after a while, a few times, then when it has returned from
/// something else, and the app's delegate, if it comes, has it at once.
final class FileWakes: Sendable {
    private let events: FileEventsService
    private let extensions: ExtensionsService
    private let catalog: AppCatalog
    private let finished: FinishedFiles
    private let space: SpaceService
    private let clock: any WallClock
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        /// Apps whose extension is being woken.
        var busy: Set<String> = []
        /// Apps whose extension was left alone with what it has not taken.
        var left: [String: Left] = [:]
    }

    private struct Left {
        /// How many ends there had been by then.
        var count: Int
        /// It has failed too often. Else there is none that could be told.
        var hasFailed: Bool
    }

    init(
        events: FileEventsService, extensions: ExtensionsService, catalog: AppCatalog, finished: FinishedFiles,
        space: SpaceService, clock: any WallClock, logger: Logger
    ) {
        self.events = events
        self.extensions = extensions
        self.catalog = catalog
        self.finished = finished
        self.space = space
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in ChangeSignal.changes(
                of: [events.changes, extensions.retries.returns], beginningWithOne: true)
            {
                for (bundleID, count) in await events.declining where begin(bundleID, count: count) {
                    group.addTask { [self] in
                        var count = count
                        while true {
                            await wake(bundleID, count: count)
                            end(bundleID)
                            // What came while it was about to return, or to be left alone, is its own, too.
                            guard !Task.isCancelled, let next = await events.declining[bundleID],
                                begin(bundleID, count: next)
                            else { return }
                            count = next
                        }
                    }
                }
            }
        }
    }

    private func begin(_ bundleID: String, count: Int) -> Bool {
        state.withLock { state in
            if let left = state.left[bundleID] {
                if left.count == count, !left.hasFailed || extensions.retries.isExhausted(bundleID) { return false }
                state.left[bundleID] = nil
                extensions.retries.forget(bundleID)
            }
            return state.busy.insert(bundleID).inserted
        }
    }

    private func end(_ bundleID: String) { state.withLock { _ = $0.busy.remove(bundleID) } }

    /// Tells an extension until it has had all there is, or is left alone with it.
    ///
    /// - `count`: how many ends there have been.
    private func wake(_ bundleID: String, count: Int) async {
        var count = count
        var failureCount = 0
        while !Task.isCancelled {
            guard let bundle = await bundle(of: bundleID), let downloader = bundle.downloaderExtension else {
                return leave(bundleID, Left(count: count, hasFailed: false))
            }
            guard let event = await events.takeForExtension(of: bundleID) else { return }
            // From before it is told, so that no change falls in between.
            let changes = extensions.conditions.changes.changes(beginningWithOne: false)
            do throws(ExtensionError) {
                try await extensions.tell(event, to: downloader, of: bundle) { [self] told, mayGoOn in
                    // First: afterwards its app may schedule another one of the same ID.
                    await removeLeftFile(of: told)
                    await events.extensionConcluded(bundleID, isTaken: true)
                    return mayGoOn && !Task.isCancelled ? await events.takeForExtension(of: bundleID) : nil
                }
            } catch {
                // What it may not be told now it is told when it may run again.
                if case .notPermitted(_, _, let until) = error {
                    await events.extensionConcluded(bundleID, isTaken: false, hasFailed: false)
                    await clock.sleep(until: until ?? .infinity, orFirstOf: changes)
                    continue
                }
                // Another version is there by now, which is told in its place; without any there is nobody to tell.
                if case .calledOff = error, !Task.isCancelled {
                    await events.extensionConcluded(bundleID, isTaken: false, hasFailed: false)
                    continue
                }
                await events.extensionConcluded(bundleID, isTaken: false)
                let isTriedAgain = extensions.retries.failed(bundleID, now: clock.now) != nil
                failureCount += 1
                // What has come since is left alone with the others.
                count = await events.declining[bundleID] ?? count
                // What it has failed at keeps nothing else from it, unless it fails at everything.
                if failureCount < Self.largestFailureCount, await events.hasUntried(bundleID) { continue }
                guard isTriedAgain else { return leave(bundleID, Left(count: count, hasFailed: true)) }
                if await pause(bundleID, endsForOthers: failureCount < Self.largestFailureCount) { failureCount = 0 }
            }
        }
    }

    private func leave(_ bundleID: String, _ left: Left) { state.withLock { $0.left[bundleID] = left } }

    /// Failures one after the other, at different ends, after which an extension is left alone for a while.
    private static let largestFailureCount = 3

    /// Until an extension is told again, or has returned from something else.
    ///
    /// - `endsForOthers`: whether it is also over when there is something that the extension has not failed at.
    /// - Returns: whether it lasted to its end.
    private func pause(_ bundleID: String, endsForOthers: Bool) async -> Bool {
        while !Task.isCancelled {
            // From before it is looked at, so that nothing falls in between.
            let changes = ChangeSignal.changes(of: [extensions.retries.returns, events.changes])
            guard let next = extensions.retries.nextAttempt(of: bundleID), next > clock.now else { return true }
            if endsForOthers, await events.hasUntried(bundleID) { return false }
            await clock.sleep(until: next, orFirstOf: changes)
        }
        return true
    }

    private func bundle(of bundleID: String) async -> AppBundle? {
        do throws(ServiceError) { return try await catalog.bundle(of: bundleID) } catch {
            logger.warning("the extension of \(bundleID) cannot be told how downloads ended: \(error)")
            return nil
        }
    }

    /// An extension moves a file before it returns, or has no use for it.
    private func removeLeftFile(of event: FileEvent) async {
        guard event.kind == .finished, let id = event.file?.id, finished.contains(id, of: event.bundleID) else {
            return
        }
        do throws(SystemError) {
            try finished.remove(id, of: event.bundleID)
            await space.forget([id])
        } catch {
            logger.warning("the file that the extension of \(event.bundleID) has left cannot be removed: \(error)")
        }
    }
}
