// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import CSystemShims
internal import Glibc
internal import Logging
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// Quits apps for a person: their processes are ended, and their extensions are not woken until they are opened again.
struct AppQuitting: Sendable {
    /// Seconds that a process has to end by itself.
    static let patience: Double = 5

    let store: AssetStore
    let catalog: AppCatalog
    let activity: ActivityMonitor
    let clock: any WallClock
    let logger: Logger
    private let ending = EndingProcesses()

    /// Whether a process is being ended: what it says now is nobody's opening of its app.
    func isEnding(_ processID: Int32) -> Bool { ending.contains(processID) }

    /// - `caller`: the process that wants it, which waits for the answer: it may have been started by the app.
    /// - Returns: the processes that have ended, and those among them that had to be killed.
    func quit(_ bundleID: String, askedBy caller: Int32) async throws(ServiceError) -> AppsInterface.Quit.Reply {
        _ = try await catalog.app(bundleID)
        let tokens: [String]
        do throws(AssetStoreError) {
            tokens = try await store.tokens(of: bundleID)
            try await store.recordQuit(of: bundleID, at: clock.now)
        } catch { throw ServiceError(store: error) }
        let launched = await BlockingWork.run { LaunchedProcesses.running(tokens: tokens) }
        // The service is no app, whoever's it is.
        let processes = Set(launched + activity.processes(of: bundleID)).subtracting([getpid(), caller]).sorted()
        let reply: AppsInterface.Quit.Reply
        do throws(SystemError) { reply = try await end(processes) } catch {
            throw ServiceError(
                .internalError, "\(bundleID) cannot be ended: \(error)", subject: bundleID)
        }
        logger.info("a person has quit \(bundleID) (\(reply.ended.count) processes)")
        return reply
    }

    /// Ends processes, all at a time.
    private func end(_ processIDs: [Int32]) async throws(SystemError) -> AppsInterface.Quit.Reply {
        // An enumeration of our own: of a Result with a typed error, Swift 6.3 loses the value where it optimizes.
        let endings = await ending.during(processIDs) {
            await withTaskGroup(of: Ending.self) { group in
                for process in processIDs {
                    group.addTask {
                        do throws(SystemError) {
                            return try await end(process) ? .killed(process) : .ended(process)
                        } catch { return .failed(error) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        var killed: [Int32] = []
        for ending in endings {
            switch ending {
            case .ended: break
            case .killed(let process): killed.append(process)
            case .failed(let error): throw error
            }
        }
        return AppsInterface.Quit.Reply(ended: processIDs, killed: killed.sorted())
    }

    /// How a process has ended.
    private enum Ending: Sendable {
        case ended(Int32)
        case killed(Int32)
        case failed(SystemError)
    }

    /// Asks a process to end, and kills it when it does not in time.
    ///
    /// - Returns: whether it was killed.
    private func end(_ processID: Int32) async throws(SystemError) -> Bool {
        let subject = "process \(processID)"
        let descriptor: OwnedDescriptor
        do throws(SystemError) {
            // From here on the number is that of this process, whatever becomes of it.
            descriptor = try OwnedDescriptor(checking: ba_pidfd_open(processID), "watch", subject)
        } catch {
            if error.errno == .noSuchProcess { return false }
            throw error
        }
        guard try signal(SIGTERM, descriptor, subject) else { return false }
        if await hasEnded(DescriptorEvents.stream(of: try descriptor.duplicate(), once: true)) { return false }
        return try signal(SIGKILL, descriptor, subject)
    }

    /// Whether a process ends in time.
    private func hasEnded(_ events: AsyncStream<Void>) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in events {}
                return true
            }
            group.addTask {
                do { try await clock.sleep(until: clock.now + Self.patience) } catch { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }

    /// - Returns: false when the process has ended.
    private func signal(
        _ number: Int32, _ process: borrowing OwnedDescriptor, _ subject: String
    ) throws(SystemError) -> Bool {
        let descriptor = process.rawValue
        do throws(SystemError) {
            try retrying("signal", subject) { ba_pidfd_send_signal(descriptor, number) }
            return true
        } catch {
            if error.errno == .noSuchProcess { return false }
            throw error
        }
    }
}
