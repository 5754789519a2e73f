// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface

/// Sees to it that a call which a client repeats, because it lost the reply, does nothing twice.
///
/// A repeat joins the call that is under way, or gets the reply that the first one got. Replies of calls that cannot be
/// repeated without harm are kept in the database too, so that they are known after a restart of the service.
actor CallLedger {
    /// What is done with a call.
    struct Treatment: Sendable {
        /// Whether the reply outlasts this process.
        var isKept = false
        /// Whether it is called off when nobody waits for it any more.
        var endsWithItsCallers = false

        static let kept = Treatment(isKept: true)
        static let waiting = Treatment(endsWithItsCallers: true)
    }

    private struct Running {
        let number: UInt64
        let task: Task<Result<Data, ServiceError>, Never>
        var callers: Int
    }

    private static let largestCount = 256
    private let store: AssetStore
    private let clock: any WallClock
    private let logger: Logger
    private var running: [CallKey: Running] = [:]
    /// All that are being carried out, also those that nobody waits for any more, by their numbers.
    private var tasks: [UInt64: Task<Result<Data, ServiceError>, Never>] = [:]
    private var nextNumber: UInt64 = 1
    private var isEnding = false
    /// Replies of this process, oldest first.
    private var answered: [(key: CallKey, result: Result<Data, ServiceError>)] = []

    init(store: AssetStore, clock: any WallClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Does what a call asks for, unless it was done for the same key.
    func once<Reply: Codable & Sendable>(
        _ key: CallKey?, _ treatment: Treatment = .kept,
        _ body: @escaping @concurrent @Sendable () async throws(ServiceError) -> Reply
    ) async throws(ServiceError) -> Reply {
        guard let key else { return try await body() }
        if isEnding { throw ServiceError.ending }
        let result: Result<Data, ServiceError>
        if let known = answered.last(where: { $0.key == key }) {
            result = known.result
        } else {
            let call = join(key, treatment, body)
            // Nobody hears of what a caller that has left asked for: it goes on by itself.
            guard let value = await Self.value(of: call.task) else {
                leave(key, call.number, treatment)
                throw ServiceError(cause: CancellationError())
            }
            result = value
        }
        do { return try JSONDecoder().decode(Reply.self, from: try result.get()) } catch let error as ServiceError {
            throw error
        } catch { throw ServiceError(.internalError, "a recorded reply cannot be read: \(error)") }
    }

    /// What a task comes to; nil when the one that waits is cancelled before.
    private static func value(
        of task: Task<Result<Data, ServiceError>, Never>
    ) async -> Result<Data, ServiceError>? {
        let (values, source) = AsyncStream.makeStream(of: Result<Data, ServiceError>.self)
        Task {
            source.yield(await task.value)
            source.finish()
        }
        return await values.first { _ in true }
    }

    /// Calls off what is still being carried out when the service ends, and takes on nothing more: whoever has called makes
    /// the call again, of the successor.
    func cancelAll() {
        isEnding = true
        for task in tasks.values { task.cancel() }
    }

    /// Returns when nothing is being carried out any more.
    func waitForAll() async {
        for task in tasks.values { _ = await task.value }
    }

    /// The record of an answer, for those who record it together with what they change.
    nonisolated func answer(_ key: CallKey?, _ reply: some Encodable) -> StoredAnswer? {
        guard let key, let data = try? JSONEncoder().encode(reply) else { return nil }
        return StoredAnswer(callKey: key.text, reply: data, answeredAt: clock.now)
    }

    private func join<Reply: Codable & Sendable>(
        _ key: CallKey, _ treatment: Treatment,
        _ body: @escaping @concurrent @Sendable () async throws(ServiceError) -> Reply
    ) -> Running {
        if var known = running[key] {
            known.callers += 1
            running[key] = known
            return known
        }
        let number = nextNumber
        nextNumber += 1
        let task = Task { await carryOut(key, number, treatment, body) }
        let call = Running(number: number, task: task, callers: 1)
        running[key] = call
        tasks[number] = task
        return call
    }

    private func carryOut<Reply: Codable & Sendable>(
        _ key: CallKey, _ number: UInt64, _ treatment: Treatment,
        _ body: @concurrent @Sendable () async throws(ServiceError) -> Reply
    ) async -> Result<Data, ServiceError> {
        let result: Result<Data, ServiceError>
        do {
            if treatment.isKept, let data = try await store.answer(to: key.text) {
                result = .success(data)
            } else {
                let data = try JSONEncoder().encode(try await body())
                // What was called off half-way may answer all the same, but not with what the successor would.
                if isEnding { throw ServiceError.ending }
                result = .success(data)
                if treatment.isKept { await keep(key, data) }
            }
        } catch { result = .failure(isEnding ? .ending : ServiceError(cause: error)) }
        tasks[number] = nil
        if running[key]?.number == number {
            running[key] = nil
            if !Task.isCancelled, !result.isServiceStopping { remember(key, result) }
        }
        return result
    }

    private func keep(_ key: CallKey, _ reply: Data) async {
        do throws(AssetStoreError) {
            try await store.save(StoredAnswer(callKey: key.text, reply: reply, answeredAt: clock.now))
        } catch { logger.error("the reply to \(key.text) cannot be recorded: \(error)") }
    }

    private func remember(_ key: CallKey, _ result: Result<Data, ServiceError>) {
        answered.append((key, result))
        if answered.count > Self.largestCount { answered.removeFirst() }
    }

    private func leave(_ key: CallKey, _ number: UInt64, _ treatment: Treatment) {
        guard var call = running[key], call.number == number else { return }
        call.callers -= 1
        running[key] = call
        guard call.callers == 0, treatment.endsWithItsCallers else { return }
        // A later repeat begins anew, and finds what this one has begun.
        running[key] = nil
        call.task.cancel()
    }
}

extension Result<Data, ServiceError> {
    fileprivate var isServiceStopping: Bool {
        guard case .failure(let error) = self else { return false }
        return error.code == .serviceStopping
    }
}
