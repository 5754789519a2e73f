// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import HostingModel
internal import NIOCore
internal import Synchronization

/// What reading requests were answered, for as long as nothing has changed in the database: programs ask for the same again and again.
final class KnownAnswers: Sendable {
    /// Some of what is told has to do with the time: addresses that are good for a while.
    private static let lifetime: Int64 = 10_000
    private static let largestBody = 64 << 10
    /// Bytes, about; then all are forgotten.
    private static let capacity = 4 << 20

    struct Question: Hashable, Sendable {
        let callerID: String
        /// Path and query.
        let target: String
    }

    private struct Entry {
        let body: ByteBuffer
        let change: Int64
        let time: Timestamp
    }

    private struct State {
        var entries: [Question: Entry] = [:]
        var cost = 0
    }

    private let state = Mutex(State())

    /// - `change`: the number of the database's last change.
    func body(of question: Question, _ change: Int64, at time: Timestamp) -> ByteBuffer? {
        state.withLock { state in
            guard let entry = state.entries[question], entry.change == change,
                (0..<Self.lifetime).contains(time.milliseconds - entry.time.milliseconds)
            else { return nil }
            return entry.body
        }
    }

    /// - `change`: the number of the last change before it was made out.
    func keep(_ body: [UInt8], of question: Question, _ change: Int64, at time: Timestamp) {
        guard body.count <= Self.largestBody else { return }
        let entry = Entry(body: ByteBuffer(bytes: body), change: change, time: time)
        let cost = Self.cost(of: question, body.count)
        state.withLock { state in
            if state.cost + cost > Self.capacity { state = State() }
            if let old = state.entries.updateValue(entry, forKey: question) {
                state.cost -= Self.cost(of: question, old.body.readableBytes)
            }
            state.cost += cost
        }
    }

    private static func cost(of question: Question, _ size: Int) -> Int { question.target.utf8.count + size + 256 }
}
