// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization

/// Lets as many extensions run at a time as the settings say, of all apps together.
final class ExtensionSlots: Sendable {
    private struct State {
        var turns = ExtensionTurns()
        var nextID = 0
        /// Of those that wait, by the IDs of their turns.
        var continuations: [Int: CheckedContinuation<Entrance, Never>] = [:]
    }

    /// How one came in.
    private enum Entrance {
        case atOnce, afterWaiting
        /// Its task was cancelled before its turn.
        case calledOff
    }

    private let settings: SettingsService
    private let clock: any WallClock
    private let state = Mutex(State())

    init(settings: SettingsService, clock: any WallClock) {
        self.settings = settings
        self.clock = clock
    }

    /// Runs `body` when there is room, and tells it whether it has had to wait for that.
    ///
    /// - `isAwaited`: whether a person, or a server, waits for the extension's answer.
    /// - Throws: `cancelled` when the task is cancelled before its turn has come; what `body` throws.
    func run<Value: Sendable, Failure: Error>(
        _ bundleID: String, isAwaited: Bool, cancelled: Failure,
        _ body: (_ hasWaited: Bool) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let entrance = await enter(bundleID, isAwaited: isAwaited)
        guard entrance != .calledOff else { throw cancelled }
        do throws(Failure) {
            let value = try await body(entrance == .afterWaiting)
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    /// Why the extension of an app waits; nil when it does not.
    func explanation(of bundleID: String) -> Explanation? {
        let (turns, turn) = state.withLock { state in
            (state.turns, state.turns.waiting.first { $0.bundleID == bundleID })
        }
        guard let turn else { return nil }
        return Explanation(
            subject: "the extension of \(bundleID)", state: "waiting", condition: .behindExtensions,
            reason: "as many extensions run as may at a time (\(turns.runningCount))", since: turn.since,
            endsWhen:
                "one of them has ended (`ba settings \(Setting.concurrentExtensions.rawValue) NUMBER` lets more run)")
    }

    /// Lets more of those run that wait, when the settings let them.
    func followSettings() async {
        for await _ in settings.changes.changes(beginningWithOne: false) { await admit() }
    }

    private var limit: Int { get async { Int(await settings.integer(.concurrentExtensions)) } }

    private func enter(_ bundleID: String, isAwaited: Bool) async -> Entrance {
        let limit = await limit
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let turn = ExtensionTurns.Turn(id: id, bundleID: bundleID, isAwaited: isAwaited, since: clock.now)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Entrance? = state.withLock { state in
                    if Task.isCancelled { return .calledOff }
                    if state.turns.enter(turn, limit: limit) { return .atOnce }
                    state.continuations[id] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.turns.giveUp(id) ? state.continuations.removeValue(forKey: id) : nil
            }
            waiting?.resume(returning: .calledOff)
        }
    }

    private func leave() async {
        state.withLock { $0.turns.leave() }
        await admit()
    }

    private func admit() async {
        let limit = await limit
        let admitted = state.withLock { state in
            state.turns.admit(limit: limit).compactMap { state.continuations.removeValue(forKey: $0.id) }
        }
        for continuation in admitted { continuation.resume(returning: .afterWaiting) }
    }
}
