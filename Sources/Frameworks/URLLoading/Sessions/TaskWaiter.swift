// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// Waits in a function of Swift's concurrency for the end of a task.
///
/// It is resumed on the session's queue, never by whoever cancels: what runs then may hold the lock of the waiting function's own task, and
/// two that wait for each other's locks would wait for ever.
final class TaskWaiter<Value: Sendable>: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.begun)

    func wait(for task: URLSessionTask) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended = state.withLock { state -> Result<Value, any Error>? in
                    if case .ended(let result) = state { return result }
                    state = .waiting(continuation)
                    return nil
                }
                if let ended { continuation.resume(with: ended) } else { task.resume() }
            }
        } onCancel: {
            task.cancel()
        }
    }

    func resume<First>(_ error: (any Error)?, _ value: (First, URLResponse?)?) where Value == (First, URLResponse) {
        if let error { return resume(with: .failure(error)) }
        guard let value, let response = value.1 else { return resume(with: .failure(URLError(.badServerResponse))) }
        resume(with: .success((value.0, response)))
    }

    private func resume(with result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .ended(result) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: result)
    }

    /// Gives a file to whoever waits for it.
    static func keep(_ location: URL) throws -> URL {
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent(
            "CFNetworkDownload_\(UUID().uuidString).tmp")
        try FileManager.default.moveItem(at: location, to: kept)
        return kept
    }
}
