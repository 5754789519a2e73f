// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Exclusive control that is used where it was asked for, while the thread that has taken it waits for the end.
///
/// A body that belongs to an actor is safe there, and nowhere else: its type does not tell.
final class HeldTurn: Sendable {
    private let control: ExclusiveControl
    private let used = DispatchSemaphore(value: 0)
    private let ending = Mutex<CheckedContinuation<Void, Never>?>(nil)

    init(control: ExclusiveControl) { self.control = control }

    /// Calls `body` on this thread, which is known as the one that has control meanwhile.
    func use<Value>(_ body: () throws -> sending Value) rethrows -> sending Value {
        control.noteThread(true)
        defer { control.noteThread(false) }
        return try body()
    }

    /// Gives control back, and returns when others may have it.
    func end() async {
        await withCheckedContinuation { continuation in
            ending.withLock { $0 = continuation }
            used.signal()
        }
    }

    /// Waits until it was used. Blocks.
    func waitUntilUsed() { used.wait() }

    /// Others may have control now.
    func noteEnd() { ending.withLock { $0.take() }?.resume() }
}
