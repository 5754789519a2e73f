// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who waits for something that takes its time: not too many, and not too many of one client, so that the others get their turn.
struct WaitingRoom: Sendable {
    private let places: Int
    private let placesOfClient: Int
    private var waiting: [String: Int] = [:]
    private var count = 0

    init(places: Int, placesOfClient: Int) {
        self.places = places
        self.placesOfClient = placesOfClient
    }

    /// Takes a place.
    ///
    /// - Returns: whether there was one.
    mutating func enter(_ client: String) -> Bool {
        guard count < places, waiting[client, default: 0] < placesOfClient else { return false }
        count += 1
        waiting[client, default: 0] += 1
        return true
    }

    /// Gives a place back that was taken.
    mutating func leave(_ client: String) {
        guard let own = waiting[client] else { return }
        count -= 1
        waiting[client] = own > 1 ? own - 1 : nil
    }
}
