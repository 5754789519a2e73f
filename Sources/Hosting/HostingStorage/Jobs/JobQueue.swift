// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What is to be done by and by, by any worker, and by one at a time. A worker has a job for as long as its lease: when it is
/// killed, another one takes it up.
package struct JobQueue: Sendable {
    let database: any SQLDatabase
    let now: @Sendable () -> Timestamp
    let outage = JobOutage()
    /// Milliseconds.
    private let lease: Int64

    /// - `leaseSeconds`: for which a worker that says nothing is waited.
    package init(
        database: any SQLDatabase, leaseSeconds: Double = 60, now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.now = now
        lease = Int64(leaseSeconds * 1_000)
    }

    /// Seconds after which a worker says that it is still at its job: a few times in each lease.
    package var renewalInterval: Double { Double(lease) / 3_000 }

    /// Whether `signals` tell of jobs that other processes add.
    var hearsOtherProcesses: Bool { database.hearsOtherProcesses }

    /// Elements come when a job may be due.
    package var signals: AsyncStream<Void> { database.signals(.jobs) }

    /// Adds a job, unless there is one of this kind for this subject.
    static func add(
        _ kind: Job.Kind, for subject: String, id: String, at time: Timestamp, in connection: any SQLConnection
    ) throws(StorageError) {
        try connection.execute(
            """
            INSERT INTO jobs (id, kind, subject, attempts, due_at, leased_until, created_at)
            VALUES (\(id), \(kind.rawValue), \(subject), 0, \(time), 0, \(time))
            ON CONFLICT (kind, subject) DO NOTHING
            """)
        try connection.signal(.jobs)
    }

    /// Takes the job of these kinds that has been due for longest; nil when none is.
    ///
    /// - `webhooks`: those whose events wait, because enough of them are under way.
    package func take(
        _ kinds: [Job.Kind] = Job.Kind.allCases, butFor webhooks: [String] = []
    ) async throws(StorageError) -> Job? {
        let (time, until) = (now(), now().milliseconds + lease)
        return try await database.write { (connection) throws(StorageError) in
            let due: SQL = """
                SELECT id FROM jobs
                WHERE due_at <= \(time) AND leased_until <= \(time) AND kind IN (\(list: kinds.map(\.rawValue)))
                """
            let order: SQL = " ORDER BY due_at, id LIMIT 1"
            let query = due + Self.condition(butFor: webhooks) + order + connection.dialect.skippingLocked
            guard let row = try connection.row(query) else { return nil }
            let taken = try connection.row(
                """
                UPDATE jobs SET leased_until = \(until), attempts = attempts + 1 WHERE id = \(try row.text("id"))
                RETURNING *
                """)
            guard let taken else { return nil }
            return try Job(taken)
        }
    }

    /// When the next job of these kinds is due, or the lease of one ends; nil when there is none.
    package func nextTime(
        _ kinds: [Job.Kind] = Job.Kind.allCases, butFor webhooks: [String] = []
    ) async throws(StorageError) -> Timestamp? {
        try await database.read { (connection) throws(StorageError) in
            // Of two numbers the larger one has another name in each database.
            let times: SQL = """
                SELECT MIN(CASE WHEN due_at > leased_until THEN due_at ELSE leased_until END) AS time FROM jobs
                WHERE kind IN (\(list: kinds.map(\.rawValue)))
                """
            let row = try connection.row(times + Self.condition(butFor: webhooks))
            return try row?.optionalTimestamp("time")
        }
    }

    private static func condition(butFor webhooks: [String]) -> SQL {
        if webhooks.isEmpty { return "" }
        return """
             AND subject NOT IN (SELECT id FROM webhook_deliveries WHERE webhook_id IN (\(names: webhooks))
                AND state = \(WebhookDeliveryState.pending.rawValue))
            """
    }

    /// A worker goes on with its job.
    ///
    /// - Returns: whether it still has it. If not, another one may be at it.
    package func renew(_ job: Job) async throws(StorageError) -> Bool {
        let until = now().milliseconds + lease
        return try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                "UPDATE jobs SET leased_until = \(until) WHERE id = \(job.id) AND attempts = \(job.attempt)") == 1
        }
    }

    /// A worker has taken a job that it does not begin with: it is due still, as if it had never been taken.
    package func giveBack(_ job: Job) async throws(StorageError) {
        try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                """
                UPDATE jobs SET leased_until = 0, attempts = attempts - 1
                WHERE id = \(job.id) AND attempts = \(job.attempt)
                """)
        }
    }

    /// The same, for one that cannot be done at the moment.
    ///
    /// - `seconds`: after which it is due again.
    package func postpone(_ job: Job, for seconds: Double) async throws(StorageError) {
        let due = Timestamp(milliseconds: now().milliseconds + Int64(seconds * 1_000))
        try await database.write { (connection) throws(StorageError) in
            try connection.execute(
                """
                UPDATE jobs SET due_at = \(due), leased_until = 0, attempts = attempts - 1
                WHERE id = \(job.id) AND attempts = \(job.attempt)
                """)
        }
    }

    /// A job is done, in the transaction of its effect.
    ///
    /// - Returns: whether the worker still had it. If not, the effect must not be.
    static func finish(_ job: Job, in connection: any SQLConnection) throws(StorageError) -> Bool {
        try connection.execute("DELETE FROM jobs WHERE id = \(job.id) AND attempts = \(job.attempt)") == 1
    }

    /// A job has come to nothing, and is tried again later.
    ///
    /// - `seconds`: from now on.
    package func retry(_ job: Job, after seconds: Double) async throws(StorageError) {
        let time = now()
        try await database.write { (connection) throws(StorageError) in
            try Self.retry(job, after: seconds, from: time, in: connection)
        }
    }

    /// The same, as a part of a transaction.
    ///
    /// - Returns: whether the worker still had it. If not, its effect must not be.
    @discardableResult
    static func retry(
        _ job: Job, after seconds: Double, from time: Timestamp, in connection: any SQLConnection
    ) throws(StorageError) -> Bool {
        let due = Timestamp(milliseconds: time.milliseconds + Int64(seconds * 1_000))
        return try connection.execute(
            """
            UPDATE jobs SET due_at = \(due), leased_until = 0 WHERE id = \(job.id) AND attempts = \(job.attempt)
            """) == 1
    }
}
