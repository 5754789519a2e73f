// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension ExclusiveControl {
    /// Waits for control, which lasts until the turn is ended.
    ///
    /// - `seconds`: as for `request`.
    /// - Throws: an error in `BAErrorDomain` when it is not had; `CancellationError` when the task is cancelled before it is.
    nonisolated(nonsending) func hold(seconds: Double?) async throws -> HeldTurn {
        let id = UUID()
        let turn = HeldTurn(control: self)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                request(id, seconds: seconds) {
                    continuation.resume()
                    turn.waitUntilUsed()
                } ended: {
                    turn.noteEnd()
                } refuse: { error in
                    continuation.resume(throwing: error)
                }
                // A task that was cancelled before it asked has nobody else to take that back.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        return turn
    }
}
