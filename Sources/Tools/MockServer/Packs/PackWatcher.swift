// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceLifecycle
package import ToolSupport

/// Has the keeper look again whenever something happens in the packs' folders.
///
/// Some file systems tell nothing (network mounts, some containers), so it also looks every few seconds: that costs a
/// few calls to stat(2).
package struct PackWatcher: Service {
    private let keeper: PackKeeper
    private let console: Console
    private let interval: Duration

    package init(_ keeper: PackKeeper, console: Console, interval: Duration = .seconds(5)) {
        self.keeper = keeper
        self.console = console
        self.interval = interval
    }

    package func run() async throws {
        let (looks, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let events: FolderEvents?
        do throws(MockServerError) {
            events = try FolderEvents()
            events?.watch(keeper.watchedFolders)
        } catch {
            events = nil
            console.warn("changes in folders are noticed every few seconds only: \(error)")
        }
        // What happened between the first reading and this moment was not watched.
        continuation.yield()
        await withDiscardingTaskGroup { group in
            group.addTask { [console] in
                do {
                    try await events?.run { continuation.yield() }
                } catch is CancellationError {
                    return
                } catch {
                    console.warn("changes in folders are noticed every few seconds only: \(error)")
                }
            }
            group.addTask { [interval] in
                while await Self.pause(interval) { continuation.yield() }
            }
            for await _ in looks.cancelOnGracefulShutdown() {
                do throws(MockServerError) {
                    if let delay = try await keeper.refresh() {
                        group.addTask { if await Self.pause(delay) { continuation.yield() } }
                    }
                } catch {
                    console.warn("\(error); what was served before is served on")
                }
                // A folder that was removed and made again is another folder.
                events?.watch(keeper.watchedFolders)
            }
            group.cancelAll()
        }
    }

    /// - Returns: false when the task was cancelled meanwhile.
    private static func pause(_ duration: Duration) async -> Bool {
        do {
            try await Task.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }
}
