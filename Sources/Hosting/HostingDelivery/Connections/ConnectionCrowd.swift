// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Dispatch
internal import HummingbirdCore
package import Logging
internal import Synchronization

/// How many connections a server has, and may have: so many that descriptors are left for its files and its database.
///
/// When there are as many as may be, others wait in the system's queue until one has ended.
package final class ConnectionCrowd: AvailableConnectionsDelegate {
    /// Descriptors that connections leave to everything else.
    private static let fewestOthers = 64
    private static let mostOthers = 1_024

    /// So many leave memory behind that the allocator would keep.
    private static let manyConnections = 1_000

    package let most: Int
    /// The most that there were since memory was given back.
    private let peak = Atomic(0)
    private let count = Atomic(0)
    private let hasWarned = Atomic(false)
    private let logger: Logger

    /// - `descriptors`: that the process may have.
    package init(descriptors: Int, logger: Logger) {
        let others = max(Self.fewestOthers, min(Self.mostOthers, descriptors / 4))
        most = max(1, descriptors - others)
        self.logger = logger
    }

    /// Whether those that nobody uses are in the way of others.
    package var isDense: Bool { count.load(ordering: .relaxed) >= most - most / 10 }

    package func connectionOpened() {
        let now = count.add(1, ordering: .relaxed).newValue
        if now > peak.load(ordering: .relaxed) { peak.store(now, ordering: .relaxed) }
    }

    package func connectionClosed() {
        let now = count.subtract(1, ordering: .relaxed).newValue
        if !isDense { hasWarned.store(false, ordering: .relaxed) }
        let most = peak.load(ordering: .relaxed)
        guard most >= Self.manyConnections, now <= most / 4 else { return }
        peak.store(now, ordering: .relaxed)
        // When the last of them have let go of theirs.
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { ba_release_memory() }
    }

    package func isAcceptingNewConnections() -> Bool {
        if count.load(ordering: .relaxed) < most { return true }
        if !hasWarned.exchange(true, ordering: .relaxed) {
            logger.warning(
                """
                there are \(most) connections, as many as the limit of open files leaves room for: others wait until some \
                have ended
                """)
        }
        return false
    }
}
