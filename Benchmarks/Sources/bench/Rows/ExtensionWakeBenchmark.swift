// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long it takes from an event until an extension that is started for it runs its entry point.
struct ExtensionWakeBenchmark: Benchmark {
    static let rows = ["extension-wake", "extension-wake/rested"]

    /// Seconds after which the service has given back what it does not need to rest (5), and has rested since.
    private static let rest: UInt32 = 8

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        try bench.pack("Small", source: "Small", compression: "lzfse")
        _ = try bench.serve()
        let silent = try SilentServer()
        defer { silent.stop() }
        let woken = bench.path("service/groups/group.com.example.bench/woken")
        unlink(woken)
        let (count, restedCount) = bench.isQuick ? (5, 1) : (50, 11)
        // As many as run at a time by default (`concurrent-transfers`): those behind them wait, and when one of these is called off
        // nothing else begins.
        let running = 4
        _ = try bench.game(
            "schedule", "group.com.example.bench", silent.url, "0", "\(running + count + restedCount)")
        let status = try ServiceStatus(bench.tool("ba", "service", "status", "--json").output)
        let calls = try ServiceCalls(socket: status.socket)
        let service = ProcessProbe(processID: status.processID)
        /// Milliseconds until the extension has been woken for a download.
        func wake(_ index: Int) throws(BenchError) -> Double {
            // Nobody follows the app's downloads: the extension is told that one was called off.
            let begin = Self.now
            try calls.call(
                "backgroundassets.v1.Files.Cancel",
                ["bundleID": Workbench.bundleID, "id": "queued-\(index)", "callID": UUID().uuidString])
            let entered = try wait(for: "queued-\(index)", in: woken)
            // The service has seen it go before the next one is woken.
            try Workbench.wait("the extension to end") { () throws(BenchError) in try !service.hasChildren }
            return (entered - begin) * 1e3
        }
        var samples: [Double] = []
        for index in running..<running + count { samples.append(try wake(index)) }
        var rested: [Double] = []
        for index in running + count..<running + count + restedCount {
            sleep(Self.rest)
            rested.append(try wake(index))
        }
        let what = "from an event to the entry point of an extension that is started for it"
        report(Self.row("extension-wake", what, samples))
        report(
            Self.row(
                "extension-wake/rested", "the same, of a service that has rested for \(Self.rest) s each time", rested))
    }

    private static func row(_ name: String, _ what: String, _ samples: [Double]) -> Row {
        var row = Row(name, what, unit: "ms", figure: samples.median, limit: .most(30))
        row.samples = samples
        row.note = "\(samples.count) times; \(Figure.text(samples.max() ?? 0, "ms")) at most"
        return row
    }

    /// Seconds since 1970, by the clock that the extension looks at.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// When the extension was asked about a download.
    private func wait(for name: String, in path: String) throws(BenchError) -> Double {
        try Workbench.wait("the extension to be woken for \(name)") { () throws(BenchError) -> Double? in
            // It is the extension that makes the file.
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let line = text.split(separator: "\n").last { $0.hasPrefix(name + " ") }
            return line.flatMap { Double($0.dropFirst(name.count + 1)) }
        }
    }
}
