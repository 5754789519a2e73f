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
        JobRunner(jobs: jobs, kinds: [.process], now: now, logger: logger, perform: process)
    }

    /// Works until the task is cancelled.
    package func run() async { await runner.run() }

    /// Does what has waited for longest.
    ///
    /// - Returns: whether there was anything.
    package func workOnce() async throws(StorageError) -> Bool { try await runner.workOnce() }

    private func process(_ job: Job) async {
        do throws(StorageError) {
            guard let file = try await store.file(job.subject) else {
                throw .unexpected("a job is about no file: \(job.subject)")
            }
            let found: ProcessedFile
            do throws(InspectionError) { found = try await inspect(file) } catch {
                return try await fail(job, file, error)
            }
            guard let changes = try await store.finishProcessing(job, file, found) else { return }
            logger.info(
                "processed \(file.name) of version \(file.versionID): \(Self.words(found)), \(changes.count) releases changed"
            )
        } catch {
            if Task.isCancelled { return }
            await retry(job, "\(error)")
        }
    }

    private func inspect(_ file: UploadFile) async throws(InspectionError) -> ProcessedFile {
        let outcome = try await inspector.inspect(
            InspectedKind(file.type), file.upload.key, size: file.size, in: store.objects)
        do throws(StorageError) { return try await ProcessedFile(outcome, of: file, in: store) } catch {
            throw .unreadable("\(error)")
        }
    }

    private func fail(_ job: Job, _ file: UploadFile, _ error: InspectionError) async throws(StorageError) {
        switch error {
        case .cancelled: return
        case .tooDemanding where job.attempt >= Self.largestDemand:
            logger.notice("the file \(file.name) of version \(file.versionID) is not processed: \(error)")
            _ = try await store.finishProcessing(
                job, file, .invalid(problems: Self.problems("FILE_TOO_DEMANDING", "The file was given up: \(error)")))
        case _ where job.attempt >= Self.largestAttempt:
            logger.error("the file \(file.name) of version \(file.versionID) cannot be processed: \(error)")
            _ = try await store.finishProcessing(
                job, file,
                .invalid(
                    problems: Self.problems(
                        "PROCESSING_FAILED",
                        "The host could not read the file, \(job.attempt) times: upload it as a new version")))
        default: await retry(job, "the file \(file.name): \(error)")
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

    private static func words(_ found: ProcessedFile) -> String {
        switch found {
        case .archive, .manifest: "valid"
        case .invalid(let problems): problems.errors.map(\.code).joined(separator: ", ")
        }
    }
}
