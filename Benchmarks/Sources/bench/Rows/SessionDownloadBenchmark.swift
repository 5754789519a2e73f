// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A download of a background URL session, against the same bytes as a pack.
struct SessionDownloadBenchmark: Benchmark {
    static let rows = ["session-download/time", "session-download/memory"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let fileSize = bench.isQuick ? 4 << 20 : 64 << 20
        try bench.makeSource("Stored", files: 16, size: fileSize, kind: .noise)
        try bench.pack("Stored", source: "Stored", compression: "none")
        let fetch = Fetch(bench: bench, server: try bench.serve(), packID: "Stored", file: "file-15")
        let duel = try Duel(rounds: bench.rounds) {
            try fetch.bySession()
        } peer: {
            try fetch.ours()
        }
        let what = "\(16 * fileSize >> 20) MiB by a download task of a background URL session, to the file at hand"
        report(
            Row(
                "session-download/time", what, duel, peerName: "the same as a missing pack of stored blocks",
                limit: .mostOfPeer(1 / 0.9)))
        report(
            Row(
                "session-download/memory", "anonymous memory of the service meanwhile", unit: "MiB",
                figure: (duel.ours.map(\.memory).max() ?? 0) / Double(1 << 20), limit: .most(64)))
    }
}
