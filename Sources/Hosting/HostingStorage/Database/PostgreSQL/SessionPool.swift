// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The connections that are free, and who waits for one.
actor SessionPool {
    private let all: [PostgreSQLSession]
    private var free: [PostgreSQLSession]
    private var waiting: [CheckedContinuation<PostgreSQLSession?, Never>] = []
    private var isClosed = false

    init(_ sessions: [PostgreSQLSession]) {
        all = sessions
        free = sessions
    }

    /// Waits for one that is free: whoever came first gets it first.
    func take() async throws(StorageError) -> PostgreSQLSession {
        if isClosed { throw .unavailable("the server is ending") }
        // The one used last has its connection yet.
        if let session = free.popLast() { return session }
        let session = await withCheckedContinuation { waiting.append($0) }
        guard let session else { throw .unavailable("the server is ending") }
        return session
    }

    func give(_ session: PostgreSQLSession) {
        if waiting.isEmpty { free.append(session) } else { waiting.removeFirst().resume(returning: session) }
    }

    func close() async {
        isClosed = true
        for continuation in waiting { continuation.resume(returning: nil) }
        waiting = []
        for session in all { await session.close() }
    }
}
