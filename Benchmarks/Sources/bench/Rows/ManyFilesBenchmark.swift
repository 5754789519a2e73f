// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A pack of many small files, against fetching them one by one.
struct ManyFilesBenchmark: Benchmark {
    static let rows = ["many-files/time", "many-files/peer"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let count = bench.isQuick ? 200 : 2_000
        try bench.makeSource("Many", files: count, size: 64 << 10, kind: .noise)
        // A pack a run, and nothing removed between them: where many files were removed ext4 looks at each of their
        // places, for five minutes, before it makes another.
        let packIDs = (0...bench.rounds).map { "Many\($0)" }
        for packID in packIDs { try bench.pack(packID, source: "Many", compression: "none") }
        let server = try bench.serve()
        func fetch(_ round: Int) -> Fetch {
            Fetch(bench: bench, server: server, packID: packIDs[round], file: "file-\(count - 1)")
        }
        let loose = try LooseFileServer(bench: bench, root: bench.path("sources/Many"))
        defer { loose.stop() }
        let list = (0..<count).map { "url = \"\(loose.url)/file-\($0)\"\noutput = \"file-\($0)\"\n" }.joined()
        try bench.write(list, to: "work/urls")
        let variables = ["URLS": bench.path("work/urls")]
        var (ourRounds, peerRounds) = (0, 0)
        let duel = try Duel(rounds: bench.rounds) {
            defer { ourRounds += 1 }
            return try fetch(ourRounds).ours()
        } peer: {
            defer { peerRounds += 1 }
            return try fetch(peerRounds).peer(
                #"curl -sS --cacert "$CA" -Z --parallel-max 32 -K "$URLS" && sha256sum file-* > sums"#,
                in: "work/peer\(peerRounds)", keepsFiles: true, variables: variables, server: loose.probe)
        }
        for round in 0...bench.rounds {
            try bench.tool("ba", "pack", "remove", "--app", Workbench.bundleID, packIDs[round])
            try bench.remove("work/peer\(round)")
        }
        let what = "\(count) files of 64 KiB in one pack, to readable"
        var row = Row(
            "many-files/time", what, unit: "s", figure: duel.ours.map(\.seconds).median, limit: .most(0.6))
        row.samples = duel.ours.map(\.seconds)
        report(row)
        report(
            Row(
                "many-files/peer", what, duel, peerName: "curl -Z --parallel-max 32 of the loose files, and sha256sum",
                limit: .mostOfPeer(1.0)))
    }
}
