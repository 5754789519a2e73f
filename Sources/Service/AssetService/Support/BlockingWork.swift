// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Runs work that blocks in the kernel (syncing, copying, removing trees) off Swift's cooperative threads.
///
/// Each call has a thread of its own: they are few, and may take long. (Dispatch's concurrent queues are of no use here:
/// see CQuietProcess.)
enum BlockingWork {
    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                do throws(Failure) {
                    continuation.resume(returning: .success(try body()))
                } catch { continuation.resume(returning: .failure(error)) }
            }
        }
        return try result.get()
    }
}
