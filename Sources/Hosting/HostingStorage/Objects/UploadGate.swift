// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Who may write to the data of an upload: of each part one to its place, and nobody from when it is put together, however slowly
/// they send.
///
/// Whoever closes it, or takes a place from another, waits for the write that is just being made.
final class UploadGate: Sendable {
    /// What a writer shows.
    struct Pass: Hashable, Sendable {
        let part: Int
        fileprivate let number: UInt64
    }

    private struct State {
        /// How many keep it closed.
        var closers = 0
        /// Those that are good, by part.
        var passes: [Int: Pass] = [:]
        /// Writes that are being made.
        var writes: [Pass: Int] = [:]
        var waiters: [(passes: Set<Pass>, continuation: CheckedContinuation<Void, Never>)] = []
        var nextNumber: UInt64 = 1

        mutating func makePass(_ part: Int) -> Pass {
            let pass = Pass(part: part, number: nextNumber)
            nextNumber += 1
            passes[part] = pass
            return pass
        }
    }

    private let state = Mutex(State())

    // MARK: Writers

    /// - Returns: nil while another writes to the place of the part, and when it is closed.
    func begin(_ part: Int) -> Pass? {
        state.withLock { state in
            state.closers == 0 && state.passes[part] == nil ? state.makePass(part) : nil
        }
    }

    /// Gives the place of a part to somebody who has all of it, in the place of who has it.
    ///
    /// - Returns: nil when it is closed.
    func take(_ part: Int) async -> Pass? {
        let (pass, other) = state.withLock { state -> (Pass?, Pass?) in
            guard state.closers == 0 else { return (nil, nil) }
            let other = state.passes[part]
            return (state.makePass(part), other)
        }
        if let other { await wait(for: [other]) }
        return pass
    }

    /// Begins a write; `leave` follows.
    ///
    /// - Returns: false when the pass is good no more.
    func enter(_ pass: Pass) -> Bool {
        state.withLock { state in
            guard state.closers == 0, state.passes[pass.part] == pass else { return false }
            state.writes[pass, default: 0] += 1
            return true
        }
    }

    func leave(_ pass: Pass) {
        let ready = state.withLock { state in
            let count = (state.writes[pass] ?? 1) - 1
            state.writes[pass] = count > 0 ? count : nil
            let ready = state.waiters.filter { $0.passes.allSatisfy { state.writes[$0] == nil } }
            state.waiters.removeAll { $0.passes.allSatisfy { state.writes[$0] == nil } }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    func end(_ pass: Pass) {
        state.withLock { state in if state.passes[pass.part] == pass { state.passes[pass.part] = nil } }
    }

    // MARK: Closing

    /// Lets nobody write any more, and waits for those who just do.
    func close() async {
        let writing = state.withLock { state in
            state.closers += 1
            return Set(state.writes.keys)
        }
        await wait(for: writing)
    }

    /// It came to nothing: writers may go on.
    func open() { state.withLock { $0.closers -= 1 } }

    private func wait(for passes: Set<Pass>) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if passes.allSatisfy({ state.writes[$0] == nil }) { return true }
                state.waiters.append((passes, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
