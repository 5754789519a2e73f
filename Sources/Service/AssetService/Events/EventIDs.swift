// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging

/// Hands out the IDs of events, which rise for ever.
actor EventIDs {
    /// They are reserved in runs, so that one write to the database serves many events.
    private static let reservation: Int64 = 256
    private let store: AssetStore
    private let logger: Logger
    private var upcoming: Int64 = 0
    private var reservedUntil: Int64 = 0

    init(store: AssetStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    func next() async -> Int64 {
        if upcoming >= reservedUntil {
            do throws(AssetStoreError) {
                let first = try await store.reserveEventIDs(Self.reservation, from: upcoming)
                if upcoming >= reservedUntil {
                    (upcoming, reservedUntil) = (max(upcoming, first), first + Self.reservation)
                }
            } catch {
                logger.error("event IDs cannot be reserved: \(error)")
                await goOnUnreserved()
            }
        }
        defer { upcoming += 1 }
        return upcoming
    }

    /// Where nothing can be recorded, as on a full disk, IDs go on behind the last that were reserved.
    private func goOnUnreserved() async {
        do throws(AssetStoreError) { upcoming = max(upcoming, try await store.nextEventID()) } catch {
            logger.error("the last event ID is not known: \(error)")
        }
    }
}
