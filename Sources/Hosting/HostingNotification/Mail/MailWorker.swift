// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
package import HostingStorage
package import Logging

/// Sends the mails that wait in the queue, and those that were not taken once more, until they are given up.
package struct MailWorker: Sendable {
    private let runner: JobRunner

    package init(
        store: HostStore, jobs: JobQueue, client: SMTPClient, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        let sending = Sending(store: store, client: client, now: now, logger: logger)
        runner = JobRunner(jobs: jobs, kinds: [.mail], now: now, logger: logger, perform: sending.perform)
    }

    /// Works until the task is cancelled.
    package func run() async { await runner.run() }

    /// Sends what has waited for longest.
    ///
    /// - Returns: whether there was anything.
    package func workOnce() async throws(StorageError) -> Bool { try await runner.workOnce() }

    private struct Sending: Sendable {
        let store: HostStore
        let client: SMTPClient
        let now: @Sendable () -> Timestamp
        let logger: Logger

        func perform(_ job: Job) async {
            do throws(StorageError) {
                guard let mail = try await store.outgoingMail(job) else { return }
                let failure = await send(mail, over: try await store.mailServer())
                // It ends with the process, or is another's.
                if Task.isCancelled { return }
                let pause = failure.flatMap { $0.isFinal ? nil : MailRetries.pause(after: job.attempt) }
                let recorded = try await store.finishMail(job, error: failure?.reason, retryAfter: pause)
                if let recorded { log(recorded, pause) }
            } catch {
                if Task.isCancelled { return }
                // Its lease ends in a while: then it is sent once more.
                logger.error("what became of a mail cannot be recorded: \(error)")
            }
        }

        private func send(_ mail: OutgoingMail, over server: MailServer?) async -> (reason: String, isFinal: Bool)? {
            guard let server else { return ("the host sends no mail any more (`ba-host mail set`)", true) }
            guard let sender = MailAddress(server.sender) else {
                return ("mail is from nobody: \(server.sender)", true)
            }
            return await client.send(
                MailMessage(
                    id: mail.id, from: sender, to: mail.recipient, subject: mail.subject, body: mail.body,
                    date: mail.createdAt), over: server)
        }

        private func log(_ mail: OutgoingMail, _ pause: Double?) {
            let words = "the mail \(mail.id) to \(mail.recipient) (\(mail.subject))"
            switch (mail.state, pause) {
            case (.sent, _): logger.info("sent \(words)")
            case (.pending, let pause?): logger.notice("\(words) is sent again in \(Int(pause)) s: \(mail.error ?? "")")
            default: logger.warning("\(words) is given up: \(mail.error ?? "")")
            }
        }
    }
}
