// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Logging
internal import Synchronization
internal import SystemSupport

/// Hears what other servers and workers signal (LISTEN), on a connection and a thread of its own.
final class PostgreSQLListener: Sendable {
    private static let retryPause: Double = 2
    /// Looks after which a server that has said nothing is asked whether it is there.
    private static let quietLooks = 15

    private let address: String
    private let hub: SignalHub
    private let logger: Logger
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(address: String, hub: SignalHub, logger: Logger) {
        self.address = address
        self.hub = hub
        self.logger = logger
    }

    func start() {
        task.withLock { task in
            if task == nil { task = Task { [self] in await run() } }
        }
    }

    func stop() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    private func run() async {
        var wasLost = false
        while !Task.isCancelled {
            let session = PostgreSQLSession(address: address, number: 0)
            do throws(StorageError) {
                try await session.run { (client) throws(StorageError) in
                    for channel in SQLChannel.allCases { _ = try client.execute("LISTEN " + channel.rawValue) }
                }.result.get()
                // What was signalled meanwhile is not known.
                if wasLost {
                    for channel in SQLChannel.allCases { hub.signal(channel) }
                    logger.notice("signals of other servers are heard again")
                    wasLost = false
                }
                var looks = 0
                while !Task.isCancelled {
                    looks = (looks + 1) % Self.quietLooks
                    let asks = looks == 0
                    let names = try await session.run { (client) throws(StorageError) in
                        // Short, so that an end is noticed.
                        var descriptor = pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0)
                        poll(&descriptor, 1, 1_000)
                        // A machine that is gone ends no connection.
                        if asks { _ = try client.execute("SELECT 1") }
                        return try client.notifications()
                    }.result.get()
                    for channel in Set(names.compactMap(SQLChannel.init)) { hub.signal(channel) }
                }
            } catch {
                if !wasLost { logger.warning("signals of other servers are not heard: \(error)") }
                wasLost = true
            }
            await session.close()
            if wasLost { try? await Task.sleep(for: .seconds(Self.retryPause)) }
        }
    }
}
