// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One thing that was measured, beside what it must reach.
struct Row: Encodable {
    /// What `--only` takes.
    var name: String
    /// What was measured, for people.
    var what: String
    var unit: String
    /// The median of `samples`, or what was counted once.
    var figure: Double
    /// The peer's, measured in the same run.
    var peer: Double?
    /// Who the peer is.
    var peerName: String?
    /// Figure by peer's figure.
    var ratio: Double?
    var limit: String
    var verdict: String
    /// Processor time of everything of ours that took part, server included, in seconds; median.
    var processorSeconds: Double?
    /// The same of the peer.
    var peerProcessorSeconds: Double?
    /// Anonymous memory of the service or program at its peak, in MiB.
    var memory: Double?
    var samples: [Double] = []
    var peerSamples: [Double] = []
    /// What else there is to say.
    var note: String?

    init(
        _ name: String, _ what: String, unit: String, figure: Double, peer: Double? = nil, peerName: String? = nil,
        limit: Limit
    ) {
        self.name = name
        self.what = what
        self.unit = unit
        self.figure = figure
        self.peer = peer
        self.peerName = peerName
        ratio = peer.flatMap { $0 > 0 ? figure / $0 : nil }
        self.limit = limit.text(unit: unit)
        verdict = limit.isMet(figure: figure, peer: peer) ? "met" : "missed"
    }

    /// A comparison of alternating runs: medians, processor time, memory.
    init(
        _ name: String, _ what: String, _ duel: Duel, peerName: String, limit: Limit
    ) {
        self.init(
            name, what, unit: "s", figure: duel.ours.map(\.seconds).median, peer: duel.peers.map(\.seconds).median,
            peerName: peerName, limit: limit)
        processorSeconds = duel.ours.map(\.processorSeconds).median
        peerProcessorSeconds = duel.peers.map(\.processorSeconds).median
        memory = (duel.ours.map(\.memory).max() ?? 0) / Double(1 << 20)
        samples = duel.ours.map(\.seconds)
        peerSamples = duel.peers.map(\.seconds)
    }
}
