// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Requests that are sent as fast as they are answered, by wrk over TLS and HTTP/1.1.
struct RequestLoad {
    struct Outcome {
        /// In a second.
        var requests: Double
        /// Of a hundred answers, the slowest but one, in milliseconds.
        var slowest: Double
    }

    let bench: Workbench
    /// Lua: what wrk sends, when it is not the same request each time.
    var script: String
    var connections = 32

    /// The same request again and again, with these fields.
    init(bench: Workbench, fields: [String: String] = [:], connections: Int = 32) {
        self.init(
            bench: bench,
            script: fields.map { "wrk.headers[\"\($0.key)\"] = '\($0.value)'" }.joined(separator: "\n"),
            connections: connections)
    }

    init(bench: Workbench, script: String, connections: Int = 32) {
        self.bench = bench
        self.script = script
        self.connections = connections
    }

    /// - `seconds`: for which it sends.
    /// - Throws: when an answer is an error, or does not come.
    func run(_ url: String, seconds: Int) throws(BenchError) -> Outcome {
        // Fields may be secrets, which no command line tells.
        try bench.write(script, to: "work/load.lua")
        let output = try bench.program(
            "wrk",
            [
                "-t1", "-c\(connections)", "-d\(seconds)s", "--timeout", "30s", "--latency", "-s",
                bench.path("work/load.lua"), url,
            ]
        ).run().output
        guard !output.contains("Non-2xx"), !output.contains("Socket errors") else {
            throw .unexpected(what: "the answers of \(url)", found: output)
        }
        var (requests, slowest): (Double?, Double?)
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "Requests/sec:" { requests = words.last.flatMap { Double($0) } }
            if words.first == "99%" { slowest = words.last.flatMap(Self.milliseconds) }
        }
        guard let requests, requests > 0, let slowest else {
            throw .unexpected(what: "the output of wrk", found: output)
        }
        return Outcome(requests: requests, slowest: slowest)
    }

    private static func milliseconds(_ text: Substring) -> Double? {
        for (unit, factor) in [("us", 1e-3), ("ms", 1), ("s", 1e3), ("m", 6e4)] where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }
        }
        return nil
    }
}
