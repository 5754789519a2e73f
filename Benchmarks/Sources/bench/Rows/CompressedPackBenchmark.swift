// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The same with a pack of LZFSE blocks.
struct CompressedPackBenchmark: Benchmark {
    static let rows = ["lzfse-pack/time", "lzfse-pack/memory"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let fileSize = bench.isQuick ? 1 << 20 : 16 << 20
        try bench.makeSource("Compressed", files: 64, size: fileSize, kind: .mixed)
        let size = try bench.pack("Compressed", source: "Compressed", compression: "lzfse")
        let fetch = Fetch(bench: bench, server: try bench.serve(), packID: "Compressed", file: "file-63")
        let duel = try Duel(rounds: bench.rounds) {
            try fetch.ours()
        } peer: {
            try fetch.peer(
                #"curl -sS --cacert "$CA" -o f.aar "$URL" && openssl sha256 f.aar && ba-package unpack --quiet f.aar -o out"#
            )
        }
        let what =
            "missing pack of \(64 * fileSize >> 20) MiB in \(size >> 20) MiB of LZFSE, to readable, verified, on disk"
        report(
            Row(
                "lzfse-pack/time", what, duel, peerName: "curl -o && openssl sha256 && ba-package unpack",
                limit: .mostOfPeer(0.7)))
        report(
            Row(
                "lzfse-pack/memory", "anonymous memory of the service meanwhile", unit: "MiB",
                figure: (duel.ours.map(\.memory).max() ?? 0) / Double(1 << 20), limit: .most(64)))
    }
}
