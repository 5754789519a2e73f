// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ExtensionHost
internal import Logging
internal import ServiceInterface
internal import Synchronization
internal import SystemSupport

/// Wakes the extensions of apps for the ends of downloads that no delegate takes: one process an end, one after the other.
///
/// What an extension fails at is kept. It is woken for it again after a while, a few times, and the app's delegate, if it
/// comes, has it at once.
final class FileWakes: Sendable {
    /// Seconds before an extension that has failed is woken again; doubled each time.
    static let firstPause: Double = 60
    /// Failures in a row after which an extension is not woken until something else ends, or the service begins anew.
    static let largestFailureCount = 4

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
        /// Apps whose extension has failed too often, with the last end that there was then.
        var exhausted: [String: Int64] = [:]
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
            for await _ in events.changes.changes() {
                for (bundleID, newest) in await events.declining where begin(bundleID, newest: newest) {
                    group.addTask { [self] in
                        var newest = newest
                        // What came while it was about to return is its own, too.
                        while await wake(bundleID, newest: newest) {
                            end(bundleID)
                            guard let next = await events.declining[bundleID], begin(bundleID, newest: next) else {
                                return
                            }
                            newest = next
                        }
                        end(bundleID)
                    }
                }
            }
        }
    }

    private func begin(_ bundleID: String, newest: Int64) -> Bool {
        state.withLock { state in
            guard state.exhausted[bundleID] != newest else { return false }
            return state.busy.insert(bundleID).inserted
        }
    }

    private func end(_ bundleID: String) { state.withLock { _ = $0.busy.remove(bundleID) } }

    /// - Returns: whether the extension has had all there was.
    private func wake(_ bundleID: String, newest: Int64) async -> Bool {
        var failures = 0
        while !Task.isCancelled {
            guard let bundle = await bundle(of: bundleID), let downloader = bundle.downloaderExtension else { break }
            guard let event = await events.takeForExtension(of: bundleID) else { return true }
            // From before it is told, so that no change falls in between.
            let changes = extensions.conditions.changes.changes(beginningWithOne: false)
            do throws(ExtensionError) {
                try await extensions.tell(event, to: downloader, of: bundle)
                await events.extensionConcluded(bundleID, isTaken: true)
                await removeLeftFile(of: event)
                failures = 0
            } catch {
                await events.extensionConcluded(bundleID, isTaken: false)
                // What it may not be told now it is told when it may run again.
                if case .notPermitted(_, _, let until) = error {
                    await clock.sleep(until: until ?? .infinity, orFirstOf: changes)
                    continue
                }
                failures += 1
                guard failures < Self.largestFailureCount else { break }
                let pause = Self.firstPause * Double(1 << (failures - 1))
                do { try await clock.sleep(until: clock.now + pause) } catch { return false }
            }
        }
        state.withLock { $0.exhausted[bundleID] = newest }
        return false
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
