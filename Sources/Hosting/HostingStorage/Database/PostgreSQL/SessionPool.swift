// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging

/// The connections that are free, and who waits for one.
///
/// While there is no database, nobody waits: each second one who asks tries whether it is back, and the others are told so at once.
actor SessionPool {
    /// For a connection that is free.
    private static let longestWait: Duration = .seconds(10)
    private static let retryPause: Duration = .seconds(1)

    private struct Waiting {
        let since: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<PostgreSQLSession, StorageError>, Never>
    }

    private struct Outage {
        let error: StorageError
        let began: ContinuousClock.Instant
        var nextTry: ContinuousClock.Instant
        var isTried = false
    }

    private let all: [PostgreSQLSession]
    private let logger: Logger
    private let clock = ContinuousClock()
    private var free: [PostgreSQLSession]
    private var waiting: [Waiting] = []
    private var outage: Outage?
    /// Before that it is for whoever has begun to say that there is no database.
    private var hasAnswered = false
    private var isExpiring = false
    private var isClosed = false

    init(_ sessions: [PostgreSQLSession], logger: Logger) {
        all = sessions
        free = sessions
        self.logger = logger
    }

    /// Waits for one that is free: whoever came first gets it first.
    func take() async throws(StorageError) -> PostgreSQLSession {
        if isClosed { throw .unavailable("the server is ending") }
        if let outage {
            guard !outage.isTried, clock.now >= outage.nextTry, let session = free.popLast() else {
                throw outage.error
            }
            self.outage?.isTried = true
            return session
        }
        // The one used last has its connection yet.
        if let session = free.popLast() { return session }
        return try await withCheckedContinuation {
            waiting.append(Waiting(since: clock.now, continuation: $0))
            expireLater()
        }.get()
    }

    /// - `error`: how it has ended; nil when it went well.
    func give(_ session: PostgreSQLSession, isOutage: Bool, _ error: StorageError?) {
        if isOutage, let error { fail(error) } else { end(of: outage) }
        hasAnswered = hasAnswered || !isOutage
        guard outage == nil, !waiting.isEmpty else { return free.append(session) }
        waiting.removeFirst().continuation.resume(returning: .success(session))
    }

    func close() async {
        isClosed = true
        dismiss(.unavailable("the server is ending"))
        for session in all { await session.close() }
    }

    private func fail(_ error: StorageError) {
        let now = clock.now
        if outage == nil, hasAnswered, !isClosed {
            logger.error("\(error): requests are refused until the database answers")
        }
        outage = Outage(error: error, began: outage?.began ?? now, nextTry: now + Self.retryPause)
        dismiss(error)
    }

    private func end(of outage: Outage?) {
        guard let outage else { return }
        self.outage = nil
        guard hasAnswered else { return }
        logger.notice("the database answers again, after \((clock.now - outage.began).components.seconds) s")
    }

    private func dismiss(_ error: StorageError) {
        for waiting in waiting { waiting.continuation.resume(returning: .failure(error)) }
        waiting = []
    }

    // MARK: Who waits for too long

    private func expireLater() {
        guard !isExpiring else { return }
        isExpiring = true
        Task {
            while !waiting.isEmpty {
                try? await Task.sleep(for: Self.retryPause)
                expire()
            }
            isExpiring = false
        }
    }

    private func expire() {
        let latest = clock.now - Self.longestWait
        let late = waiting.prefix { $0.since < latest }
        waiting.removeFirst(late.count)
        for waiting in late {
            waiting.continuation.resume(
                returning: .failure(.unavailable("all connections to the database are in use")))
        }
    }
}
