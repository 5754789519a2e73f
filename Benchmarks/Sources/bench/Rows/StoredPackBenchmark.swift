// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A missing pack whose blocks are stored: from the request to readable, verified and on disk.
struct StoredPackBenchmark: Benchmark {
    static let rows = ["stored-pack/time", "stored-pack/memory"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let fileSize = bench.isQuick ? 4 << 20 : 64 << 20
        try bench.makeSource("Stored", files: 16, size: fileSize, kind: .noise)
        try bench.pack("Stored", source: "Stored", compression: "none")
        let fetch = Fetch(bench: bench, server: try bench.serve(), packID: "Stored", file: "file-15")
        let duel = try Duel(rounds: bench.rounds) {
            try fetch.ours()
        } peer: {
            try fetch.peer(#"curl -sS --cacert "$CA" -o f.aar "$URL" && openssl sha256 f.aar && sync -f f.aar"#)
        }
        let what = "missing pack of \(16 * fileSize >> 20) MiB, stored blocks, to readable, verified, on disk"
        report(
            Row(
                "stored-pack/time", what, duel, peerName: "curl -o && openssl sha256 && sync -f",
                limit: .mostOfPeer(1.0)))
        report(
            Row(
                "stored-pack/memory", "anonymous memory of the service meanwhile", unit: "MiB",
                figure: (duel.ours.map(\.memory).max() ?? 0) / Double(1 << 20), limit: .most(64)))
    }
}
