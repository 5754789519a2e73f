// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceClient
internal import ServiceInterface
internal import Varlink

/// Follows what happens to the downloads of this app, on a thread of its own, for as long as somebody wants to know.
final class DownloadFollower: Sendable {
    private static let firstPause = Duration.milliseconds(10)
    private static let longestPause = Duration.seconds(5)

    private struct State {
        /// Rises with each start, so that a thread that ends late does not take its successor's place.
        var number = 0
        var isWanted = false
        /// The subscription stands, or could not be made.
        var isSettled = false
        var connection: VarlinkConnection?
    }

    private let identity: AppIdentity
    private let take: @Sendable (FileEvent) -> Void
    private let state = Monitor(State())

    /// - `take`: called on the thread with each event, in their order.
    init(identity: AppIdentity, take: @escaping @Sendable (FileEvent) -> Void) {
        self.identity = identity
        self.take = take
    }

    /// Begins to follow, if nobody does.
    func start() {
        let number = state.withLock { state -> Int? in
            guard !state.isWanted else { return nil }
            state.isWanted = true
            state.isSettled = false
            state.number += 1
            return state.number
        }
        guard let number else { return }
        do throws(VarlinkError) { try ServingThread.start { [self] in run(number) } } catch {
            settle()
            state.withLock { $0.isWanted = false }
            Diagnostics.report("downloads cannot be followed: \(error)")
        }
    }

    /// Waits until what begins from then on is not missed, or nobody follows. Blocks.
    func waitUntilSettled() { state.wait { !$0.isWanted || $0.isSettled ? () : nil } }

    private func settle() { state.withLock { $0.isSettled = true } }

    /// Follows no more.
    func stop() {
        let connection = state.withLock { state in
            state.isWanted = false
            defer { state.connection = nil }
            return state.connection
        }
        connection?.close()
    }

    private func isWanted(_ number: Int) -> Bool { state.withLock { $0.isWanted && $0.number == number } }

    private func run(_ number: Int) {
        var pause = Self.firstPause
        var start = ServiceStart.always
        while isWanted(number) {
            do throws(ServiceClientError) {
                try identity.service.streamBlocking(
                    FilesInterface.Follow(answersChallenges: true), start: start
                ) { connection in
                    let isLate = state.withLock { state in
                        guard state.isWanted, state.number == number else { return true }
                        state.connection = connection
                        return false
                    }
                    if isLate { connection.close() }
                } _: { event in
                    pause = Self.firstPause
                    guard isWanted(number) else { return false }
                    if event.kind == .subscribed { settle() }
                    take(event)
                    return true
                }
            } catch {
                guard isWanted(number) else { return }
                settle()
                if !error.isTransient {
                    Diagnostics.report("what happens to downloads is not told: \(error)")
                    if case .streamsUnavailable = error { return }
                }
            }
            start = .afterCrash
            ServiceClient.sleep(pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }
}
