// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Glibc
internal import ServiceClient
internal import ServiceInterface
internal import Varlink

/// Exclusive control of this process over the downloads of its app: one turn after the other, in the order in which they are
/// asked for, each of which the service is asked for in its turn.
final class ExclusiveControl: Sendable {
    /// That of this process.
    static let own = ExclusiveControl(identity: .own)

    /// Longer waits than this many seconds have no end.
    private static let longestWait: Double = 10 * 365 * 86_400
    /// Before control is asked for again that was granted while another process still had the lock.
    private static let pause = Duration.milliseconds(20)

    private struct State {
        var waiting: [UUID: ControlTurn] = [:]
        /// Turns that have been asked for and have not ended.
        var count = 0
        var active: Active?
    }

    private struct Active {
        let id: UUID
        /// The thread that does now what the turn is for.
        var thread: pthread_t?
        var isPerforming = false
        /// The service knows that it is waited for.
        var isQueued = false
        var isCancelled = false
    }

    private enum Outcome {
        case pending, performed, busy
        case failed(any Error)
    }

    private let identity: AppIdentity
    private let state = Monitor(State())
    /// Turns are performed on it.
    private let queue = DispatchQueue(label: "BackgroundAssets.exclusiveControl")
    /// Who is refused without a turn is told on it: a turn under way must not keep that back.
    private let refusals = DispatchQueue(label: "BackgroundAssets.exclusiveControl.refusals")

    init(identity: AppIdentity) { self.identity = identity }

    /// Asks for a turn.
    ///
    /// - `seconds`: how long it waits; 0 and less asks once, nil waits without end.
    func request(
        _ id: UUID, seconds: Double?, perform: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void = {},
        refuse: @escaping @Sendable (any Error) -> Void
    ) {
        let seconds = seconds.flatMap { $0 < Self.longestWait ? max($0, 0) : nil }
        let turn = ControlTurn(
            id: id, deadline: seconds.map { .now + .seconds($0) }, perform: perform, ended: ended, refuse: refuse)
        let refusal = state.withLock { state -> NSError? in
            if let thread = state.active?.thread, pthread_equal(thread, pthread_self()) != 0 {
                state.count += 1
                return Self.refusal(
                    "exclusive control was asked for by whoever has it: it ends when its handler returns")
            }
            state.count += 1
            if seconds == 0, state.count > 1 { return Self.late }
            state.waiting[id] = turn
            return nil
        }
        if let refusal { return refusals.async { [self] in end(turn, refusal) } }
        queue.async { [self] in run(id) }
        guard let seconds, seconds > 0 else { return }
        refusals.asyncAfter(deadline: .now() + seconds) { [self] in
            guard let turn = state.withLock({ $0.waiting.removeValue(forKey: id) }) else { return }
            end(turn, Self.late)
        }
    }

    /// Asks for a turn no longer; nothing when it is being performed.
    func cancel(_ id: UUID) {
        let (turn, isQueued) = state.withLock { state -> (ControlTurn?, Bool) in
            if let turn = state.waiting.removeValue(forKey: id) { return (turn, false) }
            guard state.active?.id == id, state.active?.isPerforming == false else { return (nil, false) }
            state.active?.isCancelled = true
            return (nil, state.active?.isQueued ?? false)
        }
        if let turn { return refusals.async { [self] in end(turn, CancellationError()) } }
        if isQueued { refusals.async { [self] in _ = release(id) } }
    }

    /// Waits until nobody of this process has control or asks for it. Blocks.
    ///
    /// - Returns: whether somebody had.
    func waitUntilIdle() -> Bool {
        var hasWaited = false
        return state.wait { state in
            if state.count == 0 { return hasWaited }
            hasWaited = true
            return nil
        }
    }

    private static var late: NSError {
        refusal("the downloads are in exclusive control of another, of the app, its extension or this process itself")
    }

    private static func refusal(_ message: String) -> NSError {
        DownloadFailure.error(.callerConnectionNotAccepted, message)
    }

    /// A turn has come to nothing.
    private func end(_ turn: ControlTurn, _ error: any Error) {
        turn.refuse(error)
        state.withLock { $0.count -= 1 }
    }

    /// Whoever asks on this thread from now on has control, or has it no longer.
    func noteThread(_ hasControl: Bool) {
        state.withLock { $0.active?.thread = hasControl ? pthread_self() : nil }
    }

    // MARK: Turns

    private func run(_ id: UUID) {
        let turn = state.withLock { state -> ControlTurn? in
            guard let turn = state.waiting.removeValue(forKey: id) else { return nil }
            state.active = Active(id: id)
            return turn
        }
        // Its time was up, or it was cancelled.
        guard let turn else { return }
        let failure = take(turn)
        state.withLock { $0.active = nil }
        if let failure { return end(turn, failure) }
        // The next may be asked for from here on, also by one that would not wait.
        state.withLock { $0.count -= 1 }
        turn.ended()
    }

    /// Waits for control and performs the turn.
    ///
    /// - Returns: why it was not performed.
    private func take(_ turn: ControlTurn) -> (any Error)? {
        var isRepeated = false
        while true {
            var outcome = Outcome.pending
            do throws(ServiceClientError) {
                try identity.service.repliesBlocking { () -> FilesInterface.TakeControl? in
                    // A connection that is lost after the turn need not be made again.
                    guard case .pending = outcome else { return nil }
                    defer { isRepeated = true }
                    return FilesInterface.TakeControl(
                        id: turn.id.uuidString, seconds: turn.timeLeft, since: isRepeated ? turn.since : nil)
                } _: { (reply: ControlReply) in
                    switch reply.state {
                    case .waiting: return !noteQueued() || release(turn.id)
                    case .granted:
                        outcome = perform(turn)
                        return release(turn.id)
                    case .released, .unknown: return true
                    }
                }
                if case .pending = outcome { outcome = .failed(CancellationError()) }
            } catch {
                if case .pending = outcome { outcome = .failed(DownloadFailure.error(error)) }
            }
            switch outcome {
            case .performed: return nil
            case .pending: return CancellationError()
            case .failed(let error): return error
            case .busy:
                // Whoever has the lock was granted control by an earlier run of the service, and has just taken it.
                if turn.timeLeft == 0 { return Self.late }
                ServiceClient.sleep(Self.pause)
            }
        }
    }

    /// - Returns: whether the turn was cancelled before the service knew of it.
    private func noteQueued() -> Bool {
        state.withLock { state in
            state.active?.isQueued = true
            return state.active?.isCancelled ?? false
        }
    }

    /// Performs a turn that was granted, with the lock that keeps others out.
    private func perform(_ turn: ControlTurn) -> Outcome {
        let isCancelled = state.withLock { state in
            guard state.active?.isCancelled == false else { return true }
            state.active?.isPerforming = true
            state.active?.thread = pthread_self()
            return false
        }
        defer { noteThread(false) }
        if isCancelled { return .failed(CancellationError()) }
        do throws(ServiceClientError) {
            guard let lock = try ControlLock.take(for: identity) else { return .busy }
            turn.perform()
            _ = consume lock
            return .performed
        } catch { return .failed(DownloadFailure.error(error)) }
    }

    /// Gives control back; false when the service cannot be told, which hears it from the end of the connection then.
    private func release(_ id: UUID) -> Bool {
        do throws(ServiceClientError) {
            _ = try identity.service.callBlocking(
                FilesInterface.ReleaseControl(id: id.uuidString), repeats: false, startsService: false)
            return true
        } catch { return false }
    }
}
