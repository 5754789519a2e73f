// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HostingModel
package import HostingStorage
package import Logging

/// Takes one upload after the other that waits to be processed, has it inspected, and records what that has come to. Any number
/// of workers share what there is to do; when one of them is killed, another takes up what it had.
package struct ProcessingWorker: Sendable {
    /// Tries of one job that fail through no fault of what was uploaded.
    private static let largestAttempt = 8
    /// The same, where that cannot be told apart.
    private static let largestDemand = 2
    /// Seconds before the second try; doubled each time.
    private static let firstPause: Double = 5
    /// The same, where the storage does not do: that says nothing of what was uploaded, however long it takes.
    private static let outagePause: Double = 30

    private let store: HostStore
    private let jobs: JobQueue
    private let inspector: Inspector
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        store: HostStore, jobs: JobQueue, inspector: Inspector, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.store = store
        self.jobs = jobs
        self.inspector = inspector
        self.now = now
        self.logger = logger
    }

    private var runner: JobRunner {
        JobRunner(jobs: jobs, kinds: [.process, .build], now: now, logger: logger, perform: process)
    }

    /// Works until the task is cancelled.
    package func run() async { await runner.run() }

    /// Does what has waited for longest.
    ///
    /// - Returns: whether there was anything.
    package func workOnce() async throws(StorageError) -> Bool { try await runner.workOnce() }

    private func process(_ job: Job) async {
        do throws(StorageError) {
            let subject = try await ProcessingSubject(job, in: store)
            let found: ProcessingSubject.Found
            do throws(InspectionError) { found = try await inspect(subject) } catch {
                return try await fail(job, subject, error)
            }
            guard let words = try await subject.finish(job, found, in: store) else { return }
            logger.info("processed \(subject.name): \(words)")
        } catch {
            if Task.isCancelled { return }
            await retry(job, error)
        }
    }

    private func inspect(_ subject: ProcessingSubject) async throws(InspectionError) -> ProcessingSubject.Found {
        let outcome = try await inspector.inspect(
            subject.kind, subject.upload.key, size: subject.upload.size, in: store.objects)
        do throws(StorageError) { return try await subject.found(outcome, in: store) } catch {
            throw .unreadable(error)
        }
    }

    private func fail(_ job: Job, _ subject: ProcessingSubject, _ error: InspectionError) async throws(StorageError) {
        let problems: ProblemList
        switch error {
        case .cancelled: return
        case .unreadable(let error) where error.isOutage: return await postpone(job, "\(subject.name): \(error)")
        case .tooDemanding where job.attempt >= Self.largestDemand:
            logger.notice("\(subject.name) is not processed: \(error)")
            problems = Self.problems("FILE_TOO_DEMANDING", "The file was given up: \(error)")
        case _ where job.attempt >= Self.largestAttempt:
            logger.error("\(subject.name) cannot be processed: \(error)")
            problems = Self.problems(
                "PROCESSING_FAILED",
                "The host could not read the file, \(job.attempt) times: upload it once more")
        default: return await retry(job, "\(subject.name): \(error)")
        }
        _ = try await subject.finish(job, subject.invalid(problems), in: store)
    }

    private func retry(_ job: Job, _ error: StorageError) async {
        if error.isOutage { await postpone(job, "\(error)") } else { await retry(job, "\(error)") }
    }

    private func postpone(_ job: Job, _ reason: String) async {
        logger.warning("a job is tried again in \(Int(Self.outagePause)) s, when the storage may do: \(reason)")
        do throws(StorageError) { try await jobs.postpone(job, for: Self.outagePause) } catch {
            // Its lease ends in a while.
            logger.error("when a job is tried again cannot be recorded: \(error)")
        }
    }

    private func retry(_ job: Job, _ reason: String) async {
        let pause = Self.firstPause * Double(1 << min(job.attempt, 8))
        logger.warning("a job is tried again in \(Int(pause)) s (\(job.attempt) tries so far): \(reason)")
        do throws(StorageError) { try await jobs.retry(job, after: pause) } catch {
            // Its lease ends in a while.
            logger.error("when a job is tried again cannot be recorded: \(error)")
        }
    }

    private static func problems(_ code: String, _ description: String) -> ProblemList {
        ProblemList(errors: [Problem(code: code, description: description)])
    }
}
