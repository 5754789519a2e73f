// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension BADownloadManager {
    /// Asks for exclusive control over the downloads of app and extension, and waits for it without end. One process has it at
    /// a time, and only if each that changes them asks for it.
    ///
    /// - Parameter performHandler: called once, on a queue of its own: with `true` while control is had, which ends when it
    ///   returns; with `false` and an error in ``BAErrorDomain`` otherwise, as when whoever has control asks for it.
    public func withExclusiveControl(_ performHandler: @escaping (Bool, (any Error)?) -> Void) {
        request(seconds: nil, performHandler)
    }

    /// Asks for exclusive control over the downloads of app and extension, and waits for it until a date.
    ///
    /// - Parameters:
    ///   - date: when to wait no longer; one that is not in the future asks once. The time left until then counts, whatever
    ///     becomes of the clock.
    ///   - performHandler: called once, on a queue of its own: with `true` while control is had, which ends when it returns;
    ///     with `false` and `callerConnectionNotAccepted` in ``BAErrorDomain`` when it was not had in time.
    public func withExclusiveControl(
        beforeDate date: Date, perform performHandler: @escaping (Bool, (any Error)?) -> Void
    ) {
        request(seconds: date.timeIntervalSinceNow, performHandler)
    }

    /// Waits for exclusive control over the downloads of app and extension, and does something with it. One process has it at a
    /// time, and only if each that changes them asks for it.
    ///
    /// - Parameter body: called once, while control is had, where it was written: on the main actor when that has asked.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; an error in ``BAErrorDomain`` when control cannot be had; `CancellationError` when the
    ///   task is cancelled before it is.
    nonisolated(nonsending) final public func withExclusiveControl<ReturnType>(
        _ body: @escaping () throws -> sending ReturnType
    ) async throws -> sending ReturnType {
        try await perform(seconds: nil, body)
    }

    /// Waits for exclusive control over the downloads of app and extension until a date, and does something with it.
    ///
    /// - Parameters:
    ///   - date: when to wait no longer; one that is not in the future asks once.
    ///   - body: called once, while control is had, where it was written: on the main actor when that has asked.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `callerConnectionNotAccepted` in ``BAErrorDomain`` when control was not had in time;
    ///   `CancellationError` when the task is cancelled before it is.
    nonisolated(nonsending) final public func withExclusiveControl<ReturnType>(
        before date: Date, _ body: @escaping () throws -> sending ReturnType
    ) async throws -> sending ReturnType {
        try await perform(seconds: date.timeIntervalSinceNow, body)
    }

    private func request(seconds: Double?, _ handler: @escaping (Bool, (any Error)?) -> Void) {
        let handler = UncheckedHandler(call: handler)
        control.request(UUID(), seconds: seconds) {
            handler.call(true, nil)
        } refuse: { error in
            handler.call(false, error)
        }
    }

    nonisolated(nonsending) private func perform<Value>(
        seconds: Double?, _ body: () throws -> sending Value
    ) async throws -> sending Value {
        let turn = try await control.hold(seconds: seconds)
        do {
            let value = try turn.use(body)
            await turn.end()
            return value
        } catch {
            await turn.end()
            throw error
        }
    }
}

// @unchecked Sendable: it is called once, on the queue of the turn, while the caller has left it alone.
private struct UncheckedHandler: @unchecked Sendable { let call: (Bool, (any Error)?) -> Void }
