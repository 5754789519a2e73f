// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How long `ba packs` takes, from its start to its end.
struct PacksCommandBenchmark: Benchmark {
    static let rows = ["ba-packs"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        try bench.pack("Small", source: "Small", compression: "lzfse")
        _ = try bench.serve()
        var samples: [Double] = []
        for round in 0...bench.rounds * 2 {
            let outcome = try bench.tool("ba", "packs", Workbench.bundleID)
            if round > 0 { samples.append(outcome.seconds * 1e3) }
        }
        var row = Row("ba-packs", "ba packs", unit: "ms", figure: samples.median, limit: .most(40))
        row.samples = samples
        report(row)
    }
}
