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

    /// Waits for exclusive control over the downloads of app and extension, and does something with it, on a queue of its own.
    /// One process has it at a time, and only if each that changes them asks for it.
    ///
    /// - Parameter body: called once, while control is had.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; an error in ``BAErrorDomain`` when control cannot be had; `CancellationError` when the
    ///   task is cancelled before it is.
    nonisolated(nonsending) final public func withExclusiveControl<ReturnType>(
        _ body: @escaping () throws -> sending ReturnType
    ) async throws -> sending ReturnType {
        try await perform(seconds: nil, UncheckedBody(call: body)).value
    }

    /// Waits for exclusive control over the downloads of app and extension until a date, and does something with it, on a queue
    /// of its own.
    ///
    /// - Parameters:
    ///   - date: when to wait no longer; one that is not in the future asks once.
    ///   - body: called once, while control is had.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `callerConnectionNotAccepted` in ``BAErrorDomain`` when control was not had in time;
    ///   `CancellationError` when the task is cancelled before it is.
    nonisolated(nonsending) final public func withExclusiveControl<ReturnType>(
        before date: Date, _ body: @escaping () throws -> sending ReturnType
    ) async throws -> sending ReturnType {
        try await perform(seconds: date.timeIntervalSinceNow, UncheckedBody(call: body)).value
    }

    private func request(seconds: Double?, _ handler: @escaping (Bool, (any Error)?) -> Void) {
        let handler = UncheckedHandler(call: handler)
        control.request(UUID(), seconds: seconds) {
            handler.call(true, nil)
        } refuse: { error in
            handler.call(false, error)
        }
    }

    private func perform<Value>(
        seconds: Double?, _ body: UncheckedBody<Value>
    ) async throws -> UncheckedValue<Value> {
        let (id, control) = (UUID(), control)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = UncheckedResult<Value>()
                control.request(id, seconds: seconds) {
                    result.value = Result { UncheckedValue(value: try body.call()) }
                } ended: {
                    if let value = result.value { continuation.resume(with: value) }
                } refuse: { error in
                    continuation.resume(throwing: error)
                }
                // A task that was cancelled before it asked has nobody else to take that back.
                if Task.isCancelled { control.cancel(id) }
            }
        } onCancel: {
            control.cancel(id)
        }
    }
}

// @unchecked Sendable: it is called once, on the queue of the turn, while the caller has left it alone.
private struct UncheckedHandler: @unchecked Sendable { let call: (Bool, (any Error)?) -> Void }

// @unchecked Sendable: as above.
private struct UncheckedBody<Value>: @unchecked Sendable { let call: () throws -> sending Value }

// @unchecked Sendable: what `body` sends, on its way to the caller.
private struct UncheckedValue<Value>: @unchecked Sendable { let value: Value }

// @unchecked Sendable: it is written and then read by one turn, on one queue.
private final class UncheckedResult<Value>: @unchecked Sendable { var value: Result<UncheckedValue<Value>, any Error>? }
