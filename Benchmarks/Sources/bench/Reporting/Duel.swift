// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Runs of ours and of a peer, in turns, so that what else the machine does meets both.
struct Duel {
    struct Run {
        var seconds: Double
        var processorSeconds: Double
        /// Bytes.
        var memory: Double
    }

    private(set) var ours: [Run] = []
    private(set) var peers: [Run] = []

    /// One run of each that does not count, then `rounds` that do.
    init(rounds: Int, ours: () throws -> Run, peer: () throws -> Run) throws {
        _ = try peer()
        _ = try ours()
        for _ in 0..<rounds {
            self.peers.append(try peer())
            self.ours.append(try ours())
        }
    }
}
