// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a thousand registered apps cost: at the start of the service, and while nothing happens.
struct ThousandAppsBenchmark: Benchmark {
    static let rows = ["thousand-apps/start", "thousand-apps/anonymous"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let world = try AppsWorld(bench: bench, name: "thousand")
        defer { world.end() }
        let count = bench.isQuick ? 20 : 1_000
        try world.register(0..<count)
        var samples: [Double] = []
        for round in 0...bench.rounds {
            try world.stopService()
            // From the start of `ba`, which starts the service and asks it, until it has printed the answer.
            let outcome = try world.tool("service", "start")
            if round > 0 { samples.append(outcome.seconds) }
        }
        var row = Row(
            "thousand-apps/start", "ba service start with \(count) registered apps, until it answers", unit: "s",
            figure: samples.median, limit: .most(1))
        row.samples = samples
        report(row)
        let service = ProcessProbe(processID: try world.status().processID)
        // It has looked at all of them, and rests.
        sleep(bench.isQuick ? 1 : 20)
        report(
            Row(
                "thousand-apps/anonymous", "anonymous memory of the idle service with \(count) registered apps",
                unit: "MiB", figure: Double(try service.anonymousMemory) / Double(1 << 20), limit: .most(16)))
    }
}
