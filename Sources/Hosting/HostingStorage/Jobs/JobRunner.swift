// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
package import Logging
internal import Metrics

/// Does one job after the other that is due, and keeps each for as long as it takes. Any number of runners share what there is to
/// do; when one of them is killed, another takes up what it had.
package struct JobRunner: Sendable {
    /// Seconds between two looks at what there is to do, when nothing is said about it.
    private static let longestPause: Double = 60
    /// The same, where what other processes add is not heard of.
    private static let longestDeafPause: Double = 5
    /// When that could not be known.
    private static let retryPause: Double = 5
    /// Tries of jobs, by kind, however they ended.
    package static let durationMetric = "ba_host_job_duration_seconds"

    private let jobs: JobQueue
    private let kinds: [Job.Kind]
    private let busyWebhooks: @Sendable () -> [String]
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let perform: @Sendable (Job) async -> Void

    /// - `busyWebhooks`: those whose events wait for now.
    /// - `perform`: does a job, and records that, or when it is to be done again. Its task is cancelled when the job is another's.
    package init(
        jobs: JobQueue, kinds: [Job.Kind], now: @escaping @Sendable () -> Timestamp, logger: Logger,
        busyWebhooks: @escaping @Sendable () -> [String] = { [] }, perform: @escaping @Sendable (Job) async -> Void
    ) {
        self.jobs = jobs
        self.kinds = kinds
        self.now = now
        self.logger = logger
        self.busyWebhooks = busyWebhooks
        self.perform = perform
    }

    /// Works until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            // From before the look, so that nothing falls in between.
            let signals = jobs.signals
            var pause = jobs.hearsOtherProcesses ? Self.longestPause : Self.longestDeafPause
            do throws(StorageError) {
                while try await workOnce() {}
                if let next = try await jobs.nextTime(kinds, butFor: busyWebhooks()) {
                    pause = min(pause, max(0, next.seconds - now().seconds))
                }
                if jobs.outage.end() { logger.notice("what there is to do is known again") }
            } catch {
                if Task.isCancelled { return }
                if jobs.outage.begin() {
                    logger.error("what there is to do is not known, and is asked for again and again: \(error)")
                }
                pause = Self.retryPause
            }
            await Self.wait(for: signals, atMost: pause)
        }
    }

    private static func wait(for signals: AsyncStream<Void>, atMost seconds: Double) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { return } }
            group.addTask { do { try await Task.sleep(for: .seconds(seconds)) } catch { return } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Does what has waited for longest.
    ///
    /// - Returns: whether there was anything.
    package func workOnce() async throws(StorageError) -> Bool {
        guard let job = try await jobs.take(kinds, butFor: busyWebhooks()) else { return false }
        let began = ContinuousClock.now
        defer {
            Timer(label: Self.durationMetric, dimensions: [("kind", job.kind.rawValue)])
                .record(duration: began.duration(to: .now))
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await keep(job) }
            group.addTask { await perform(job) }
            // It ends when the job is done, or is another's.
            await group.next()
            group.cancelAll()
        }
        return true
    }

    private func keep(_ job: Job) async {
        var isRenewed = true
        while true {
            do { try await Task.sleep(for: .seconds(jobs.renewalInterval)) } catch { return }
            do throws(StorageError) {
                guard try await jobs.renew(job) else { return }
                isRenewed = true
            } catch {
                if isRenewed { logger.warning("the lease of a job cannot be renewed: \(error)") }
                isRenewed = false
            }
        }
    }
}
