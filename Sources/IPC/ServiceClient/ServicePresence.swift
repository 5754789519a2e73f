// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization
internal import Varlink

/// Lets the service know that a process of an app runs, for as long as it does: a connection that has said Hello.
///
/// When the service goes, another connection is made as soon as there is a service again. One that was killed is started
/// by this; one that ended by itself, or was told to, is left alone until somebody calls it.
package final class ServicePresence: Sendable {
    private static let firstPause = Duration.milliseconds(20)
    private static let longestPause = Duration.seconds(5)
    /// A connection that lasted as long counts as a good one.
    private static let usefulLifetime = Duration.seconds(20)

    private struct State {
        var isStarted = false
        var isEnded = false
        var connection: VarlinkConnection?
    }

    private let client: ServiceClient
    private let state = Mutex(State())

    package init(client: ServiceClient) { self.client = client }

    /// Begins, on a thread of its own; further calls do nothing. Nobody waits for it, and what keeps the service from
    /// being reached is said to the first caller who does.
    package func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        do throws(VarlinkError) { try ServingThread.start { [self] in run() } } catch {
            state.withLock { $0.isStarted = false }
        }
    }

    /// Ends the presence, as the end of the process does.
    package func end() {
        let connection = state.withLock { state in
            state.isEnded = true
            return state.connection
        }
        connection?.close()
    }

    private func run() {
        var pause = Self.firstPause
        var start = ServiceStart.always
        while !state.withLock({ $0.isEnded }) {
            do throws(ServiceClientError) {
                let connection = try client.connectAlone(start)
                let isEnded = state.withLock { state in
                    state.connection = connection
                    return state.isEnded
                }
                if isEnded { connection.close() }
                let began = ContinuousClock.now
                connection.waitUntilClosed()
                if began.duration(to: .now) > Self.usefulLifetime { pause = Self.firstPause }
            } catch {
                // What a service that comes back does not mend is left to those who call.
                guard error.isOfTheMoment else { return }
            }
            start = .afterCrash
            ServiceConnector.sleep(pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

extension ServiceClientError {
    fileprivate var isOfTheMoment: Bool {
        switch self {
        case .serviceNotRunning, .serviceFailed, .serviceDidNotStart, .connection, .cancelled: true
        case .service(let error): error.code == .serviceStopping
        default: false
        }
    }
}
