// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
package import HostingStorage
package import Logging

/// Sends the events that wait in the queue, and those that were not taken once more, until they are given up.
package struct WebhookWorker: Sendable {
    /// Events at a time, and of one web hook: a receiver that is slow does not hold up the others.
    private static let (width, widthOfWebhook) = (12, 2)

    private let runner: JobRunner

    /// - `base`: scheme, host and port of the interface, as clients see them.
    package init(
        store: HostStore, jobs: JobQueue, sender: WebhookSender, base: @escaping @Sendable () -> String,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        let slots = ReceiverSlots(limit: Self.widthOfWebhook)
        let delivering = Delivering(
            store: store, sender: sender, jobs: jobs, slots: slots, base: base, logger: logger)
        runner = JobRunner(
            jobs: jobs, kinds: [.deliver], now: now, logger: logger, busyWebhooks: { slots.full },
            perform: delivering.perform)
    }

    /// Works until the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.width { group.addTask { await runner.run() } }
        }
    }

    /// Sends what has waited for longest.
    ///
    /// - Returns: whether there was anything.
    package func workOnce() async throws(StorageError) -> Bool { try await runner.workOnce() }

    private struct Delivering: Sendable {
        let store: HostStore
        let sender: WebhookSender
        let jobs: JobQueue
        let slots: ReceiverSlots
        let base: @Sendable () -> String
        let logger: Logger

        func perform(_ job: Job) async {
            do throws(StorageError) {
                guard let (delivery, webhook) = try await store.outgoing(job) else { return }
                // Taken by several at a time that did not know of each other.
                guard slots.enter(webhook.id) else { return try await jobs.giveBack(job) }
                defer { slots.leave(webhook.id) }
                let outcome = await send(delivery, to: webhook)
                // It ends with the process, or is another's.
                if Task.isCancelled { return }
                let pause =
                    outcome.isGone ? nil : WebhookRetries.pause(after: job.attempt, retryAfter: outcome.retryAfter)
                let recorded = try await store.finish(
                    job, answer: outcome.answer, error: outcome.error, retryAfter: pause)
                if let recorded { log(recorded, to: webhook, pause) }
            } catch {
                if Task.isCancelled { return }
                // Its lease ends in a while: then it is sent once more.
                logger.error("what became of an event for a web hook cannot be recorded: \(error)")
            }
        }

        private func send(_ delivery: WebhookDelivery, to webhook: Webhook) async -> WebhookSender.Outcome {
            guard webhook.isEnabled || delivery.event.kind == .ping else {
                return WebhookSender.Outcome(error: "the web hook is not enabled any more", isGone: true)
            }
            return await sender.send(
                delivery.event.payload(base: base()), to: delivery.url, secret: webhook.secret)
        }

        private func log(_ delivery: WebhookDelivery, to webhook: Webhook, _ pause: Double?) {
            let words = "the event \(delivery.event.id) for the web hook \(webhook.name) (\(webhook.id))"
            switch (delivery.state, pause) {
            case (.succeeded, _): logger.info("sent \(words)")
            case (.pending, let pause?):
                logger.notice("\(words) is sent again in \(Int(pause)) s: \(delivery.error ?? "")")
            default: logger.warning("\(words) is given up: \(delivery.error ?? "")")
            }
        }
    }
}
