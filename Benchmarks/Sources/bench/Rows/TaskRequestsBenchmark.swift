// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A thousand apps that each have asked for as many background tasks as an app may: what the service keeps of them, and what a decision takes.
struct TaskRequestsBenchmark: Benchmark {
    static let rows = ["task-requests/memory", "task-requests/decision", "task-requests/longest"]

    /// A refresh, and ten for processing.
    private static let each = 11

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let world = try AppsWorld(bench: bench, name: "tasks")
        defer { world.end() }
        let count = bench.isQuick ? 20 : 1_000
        try world.register(0..<count)
        let status = try world.status()
        let service = ProcessProbe(processID: status.processID)
        rest(bench)
        let before = try service.residentMemory
        for index in 0..<count { try submit(world.calls(of: AppsWorld.bundleID(index), status)) }
        let tasks = try world.status().tasks
        guard tasks.waiting == count * Self.each else {
            throw BenchError.unexpected(what: "\(count * Self.each) requests", found: "\(tasks)")
        }
        rest(bench)
        let what = "with \(count) apps that each have asked for \(Self.each) background tasks"
        report(
            Row(
                "task-requests/memory", "growth of the service's resident memory, \(what)", unit: "MiB",
                figure: max(0, Double(try service.residentMemory) - Double(before)) / Double(1 << 20),
                limit: .most(10)))
        report(
            Row(
                "task-requests/decision", "what begins and what ends, \(what), in the middle", unit: "ms",
                figure: tasks.medianDecision * 1e3, limit: .most(1)))
        report(
            Row(
                "task-requests/longest", "the same, the longest of 256", unit: "ms",
                figure: tasks.longestDecision * 1e3, limit: .most(1)))
    }

    /// It has given back what it does not need to rest.
    private func rest(_ bench: Workbench) { sleep(bench.isQuick ? 1 : 10) }

    /// As the app itself does.
    private func submit(_ app: borrowing ServiceCalls) throws(BenchError) {
        let tomorrow = Date.now.timeIntervalSince1970 + 86_400
        for number in 0..<Self.each {
            let task: [String: Any] = [
                "identifier": "task-\(number)", "kind": number == 0 ? "refresh" : "processing",
                "earliestBegin": tomorrow + Double(number * 600), "requiresNetwork": number % 2 == 0,
            ]
            _ = try app.call(
                "backgroundassets.v1.Tasks.Submit", ["task": task, "callID": UUID().uuidString])
        }
    }
}
