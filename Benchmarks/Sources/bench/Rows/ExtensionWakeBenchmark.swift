// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long it takes from an event until an extension that is started for it runs its entry point.
struct ExtensionWakeBenchmark: Benchmark {
    static let rows = ["extension-wake"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        try bench.pack("Small", source: "Small", compression: "lzfse")
        _ = try bench.serve()
        let silent = try SilentServer()
        defer { silent.stop() }
        let woken = bench.path("service/groups/group.com.example.bench/woken")
        unlink(woken)
        let count = bench.isQuick ? 5 : 50
        _ = try bench.game("schedule", "group.com.example.bench", silent.url, "0", "\(count)")
        let status = try ServiceStatus(bench.tool("ba", "service", "status", "--json").output)
        let calls = try ServiceCalls(socket: status.socket)
        var samples: [Double] = []
        for index in 0..<count {
            // Nobody follows the app's downloads: the extension is told that one was called off.
            let begin = Self.now
            try calls.call(
                "backgroundassets.v1.Files.Cancel",
                ["bundleID": Workbench.bundleID, "id": "queued-\(index)", "callID": UUID().uuidString])
            let entered = try wait(for: "queued-\(index)", in: woken)
            if index > 0 { samples.append((entered - begin) * 1e3) }
            // It is gone before the next one is woken.
            while ProcessProbe.running(executableSuffix: "/BenchDownloader") != nil { usleep(5_000) }
            usleep(50_000)
        }
        var row = Row(
            "extension-wake", "from an event to the entry point of an extension that is started for it", unit: "ms",
            figure: samples.median, limit: .most(30))
        row.samples = samples
        row.note = "\(samples.count) times; \(Figure.text(samples.max() ?? 0, "ms")) at most"
        report(row)
    }

    /// Seconds since 1970, by the clock that the extension looks at.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// When the extension was asked about a download.
    private func wait(for name: String, in path: String) throws(BenchError) -> Double {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            if let line = text.split(separator: "\n").last(where: { $0.hasPrefix(name + " ") }),
                let time = Double(line.dropFirst(name.count + 1))
            {
                return time
            }
            usleep(1_000)
        }
        throw .unexpected(what: "the extension, which was to be woken for \(name)", found: "nothing in \(path)")
    }
}
