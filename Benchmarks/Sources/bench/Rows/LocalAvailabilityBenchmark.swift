// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `ensureLocalAvailability` of a pack that is local: what an app calls before it reads, most often in vain.
struct LocalAvailabilityBenchmark: Benchmark {
    static let rows = ["local-availability"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        try bench.pack("Small", source: "Small", compression: "lzfse")
        _ = try bench.serve()
        try bench.tool("ba", "pack", "get", "--app", Workbench.bundleID, "Small")
        var samples: [Double] = []
        for _ in 0..<bench.rounds { samples.append(try bench.game("ensure", "Small", "1000").seconds.median * 1e6) }
        var row = Row(
            "local-availability", "ensureLocalAvailability of a local pack", unit: "µs", figure: samples.median,
            limit: .most(150))
        row.samples = samples
        report(row)
    }
}
