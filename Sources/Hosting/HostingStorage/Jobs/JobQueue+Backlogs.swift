// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension JobQueue {
    /// What there is to do, of every kind.
    package func backlogs() async throws(StorageError) -> [JobBacklog] {
        let time = now()
        return try await database.read { (connection) throws(StorageError) in
            let rows = try connection.rows(
                """
                SELECT kind,
                    SUM(CASE WHEN leased_until > \(time) THEN 1 ELSE 0 END) AS running,
                    SUM(CASE WHEN leased_until <= \(time) AND due_at <= \(time) THEN 1 ELSE 0 END) AS due,
                    SUM(CASE WHEN leased_until <= \(time) AND due_at > \(time) THEN 1 ELSE 0 END) AS later,
                    MIN(CASE WHEN leased_until <= \(time) AND due_at <= \(time) THEN due_at END) AS oldest
                FROM jobs GROUP BY kind
                """)
            var backlogs: [Job.Kind: JobBacklog] = [:]
            for row in rows {
                let kind: Job.Kind = try row.raw("kind")
                backlogs[kind] = JobBacklog(
                    kind: kind, due: Int(try row.integer("due")), running: Int(try row.integer("running")),
                    later: Int(try row.integer("later")),
                    oldestDue: try row.optionalTimestamp("oldest").map { time.seconds - $0.seconds } ?? 0)
            }
            return Job.Kind.allCases.map { backlogs[$0] ?? JobBacklog(kind: $0) }
        }
    }
}
