// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What it costs to wake an app for a background task, beside starting its program.
struct TaskWakeBenchmark: Benchmark {
    static let rows = ["task-wake"]

    private static let bundleID = "com.example.bench-tasks"

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let bundle = "work/Tasks.app"
        try bench.remove(bundle)
        try bench.tool("ba", "settings", "developer-mode", "on")
        try bench.tool(
            "ba", "bundle", "--executable", bench.ownProgramPath("BenchTasks"), "--info",
            bench.packagePath + "/Sources/BenchTasks/Info.plist", "-o", bench.path(bundle))
        try bench.tool("ba", "register", bench.path(bundle))
        try bench.tool("ba", "launch", Self.bundleID, "--", "submit")
        let status = try ServiceStatus(bench.tool("ba", "service", "status", "--json").output)
        let calls = try ServiceCalls(socket: status.socket)
        let service = ProcessProbe(processID: status.processID)
        let woken = bench.path("work/woken")
        let count = bench.isQuick ? 5 : 50
        var (ours, plain): ([Double], [Double]) = ([], [])
        for _ in 0..<count {
            unlink(woken)
            let begin = Self.now
            try calls.call(
                "backgroundassets.v1.Tasks.Simulate",
                ["bundleID": Self.bundleID, "identifier": "bench", "simulation": "launch"])
            ours.append((try wait(in: woken).time - begin) * 1e3)
            // It has asked for the next one, and is gone, when another one is woken.
            try Workbench.wait("the app to end") { () throws(BenchError) in try !service.hasChildren }
            unlink(woken)
            var program = bench.program(bench.path(bundle) + "/BenchTasks", ["plain"])
            program.directory = bench.path(bundle)
            let start = Self.now
            let processID = try program.start(log: "/dev/null")
            plain.append((try wait(in: woken).time - start) * 1e3)
            var status: Int32 = 0
            waitpid(processID, &status, 0)
        }
        var row = Row(
            "task-wake",
            "from the call that has a background task begin to its handler, in an app that is started for it, "
                + "less what it takes to start the program", unit: "ms", figure: ours.median - plain.median,
            limit: .most(30))
        (row.samples, row.peerSamples) = (ours, plain)
        row.note =
            "\(count) times; \(Figure.text(ours.median, "ms")) to the handler, \(Figure.text(plain.median, "ms")) from "
            + "fork and exec to main"
        report(row)
    }

    /// Seconds since 1970, by the clock that the app looks at.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func wait(in path: String) throws(BenchError) -> (process: Int32, time: Double) {
        try Workbench.wait("the app to be woken") { () throws(BenchError) -> (process: Int32, time: Double)? in
            // It is the app that makes the file.
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard text.hasSuffix("\n") else { return nil }
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, let process = Int32(words[0]), let time = Double(words[1]) else { return nil }
            return (process, time)
        }
    }
}
