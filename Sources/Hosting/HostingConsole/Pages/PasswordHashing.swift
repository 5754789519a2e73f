// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import HTTPTypes
internal import HostingModel
internal import Synchronization

/// Looks at passwords, one at a time: each takes 16 MiB, and a processor for a fifth of a second, and it is made to be so.
final class PasswordHashing: Sendable {
    /// Together they wait for about three seconds.
    private static let places = 16
    private static let placesOfClient = 4

    private let queue = DispatchQueue(label: "background-assets.passwords", qos: .utility)
    private let room = Mutex(WaitingRoom(places: places, placesOfClient: placesOfClient))

    /// Does what looks at a password, unless too many do that already.
    ///
    /// - `client`: who has asked.
    /// - Throws: `serviceUnavailable` where there is no place.
    func taking<Value>(
        aPlaceFor client: String, _ body: () async throws(ConsoleFailure) -> Value
    ) async throws(ConsoleFailure) -> Value {
        guard room.withLock({ $0.enter(client) }) else {
            throw ConsoleFailure(
                .serviceUnavailable, "Many want to sign in at this moment: wait a few seconds, and try again.")
        }
        defer { room.withLock { $0.leave(client) } }
        return try await body()
    }

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
