// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import HTTPTypes
internal import HostingModel

/// Makes and compares hashes of passwords, one at a time, so that a crowd of guesses takes no more than the time and memory of one.
struct PasswordHashing: Sendable {
    private let queue = DispatchQueue(label: "background-assets.passwords", qos: .utility)

    func hash(of password: String) async throws(ConsoleFailure) -> PasswordHash {
        try await run { try PasswordHash(of: password) }
    }

    /// - `hash`: nil for somebody who has none, which takes as long.
    func matches(_ password: String, _ hash: PasswordHash?) async throws(ConsoleFailure) -> Bool {
        try await run {
            guard let hash else {
                _ = try PasswordHash(of: password)
                return false
            }
            return try hash.matches(password)
        }
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(ConsoleFailure) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try body() }) }
        }
        do { return try result.get() } catch {
            throw ConsoleFailure(.internalServerError, "A password cannot be looked at: \(error).")
        }
    }
}
