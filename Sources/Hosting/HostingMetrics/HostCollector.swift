// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel
package import HostingStorage
package import Logging

/// What there is to do, and whether the parts of a host answer; asked for when it is collected, of all processes of the host
/// together.
package struct HostCollector: MetricsCollector {
    private let store: HostStore
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(store: HostStore, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.store = store
        self.now = now
        self.logger = logger
    }

    package func collect() async -> [CollectedMetric] {
        let absent = await store.absentParts()
        let parts = CollectedMetric(
            "ba_host_up", .gauge, help: "Whether a part of the host answers (1) or not (0).",
            series: HostStore.partNames.map { part in
                ([("part", part)], absent.contains { $0.part == part } ? 0 : 1)
            })
        let backlogs: [JobBacklog]
        do throws(StorageError) {
            backlogs = try await JobQueue(database: store.database, now: now).backlogs()
        } catch {
            // What is not known is not told: a number would be taken for it.
            logger.warning("what there is to do cannot be collected: \(error)")
            return [parts]
        }
        return [
            parts,
            CollectedMetric(
                "ba_host_jobs", .gauge,
                help: "Jobs by kind and state: due, running, or later (tried again after a while).",
                series: backlogs.flatMap { backlog in
                    [("due", backlog.due), ("running", backlog.running), ("later", backlog.later)].map { state, count in
                        ([("kind", backlog.kind.rawValue), ("state", state)], Double(count))
                    }
                }),
            CollectedMetric(
                "ba_host_oldest_due_job_seconds", .gauge,
                help: "For how long the job that is due for longest has been.",
                series: backlogs.map { ([("kind", $0.kind.rawValue)], $0.oldestDue) }),
        ]
    }
}
