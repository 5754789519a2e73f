// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A million packs, with a version each, of 5,000 apps, in PostgreSQL: what nothing is in memory of.
struct HostScaleBenchmark: Benchmark {
    static let rows = ["host-scale/list", "host-scale/manifest", "host-scale/memory"]
    /// Of an app, which may have no more.
    private static let packCount = 200
    /// As many as the bench's machine has processors, which the database, the host and the clients share: with more, what is
    /// measured is how long requests wait for one another.
    private static let connectionCount = ProcessInfo.processInfo.activeProcessorCount

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let appCount = bench.isQuick ? 50 : 5_000
        let database = try PostgreSQLServer(bench: bench)
        defer { database.stop() }
        func psql(_ arguments: String...) throws(BenchError) {
            _ = try bench.program(
                "psql", ["-q", "-v", "ON_ERROR_STOP=1", "-h", database.folder, "-U", "postgres"] + arguments
            ).run()
        }
        try psql("-c", "CREATE DATABASE host")
        let host = try HostWorld(
            bench: bench, name: "scaled", storage: ["--database", "postgres://postgres@/host?host=\(database.folder)"])
        let app = try host.tool("app", "create", "com.example.first")
        try host.start()
        defer { host.stop() }
        try host.authorize()
        // The others are made after one that was uploaded.
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        let size = try bench.pack("Small", source: "Small", compression: "lzfse")
        let pack = try host.make(
            "backgroundAssets", attributes: #"{"assetPackIdentifier":"Small"}"#, "app", "apps", app
        ).id
        let version = try host.make("backgroundAssetVersions", "backgroundAsset", "backgroundAssets", pack).id
        try host.cut(bench.path("packs/Small.aar"))
        try host.upload(size: size, version: version)
        try psql(
            "-d", "host", "-v", "apps=\(appCount)", "-v", "packs=\(Self.packCount)", "-f",
            bench.packagePath + "/Scripts/seed-host.sql")
        let seconds = bench.isQuick ? 2 : 15
        let count = appCount * Self.packCount
        let list = RequestLoad(
            bench: bench,
            script: """
                wrk.headers["Authorization"] = "Bearer \(try host.token())"
                request = function()
                    return wrk.format("GET", "/v1/apps/" .. 2000000000 + math.random(0, \(appCount - 1)) .. "/backgroundAssets?limit=50")
                end
                """, connections: Self.connectionCount)
        func row(_ name: String, _ what: String, _ load: RequestLoad) throws(BenchError) -> Row {
            _ = try load.run(host.url, seconds: 2)
            var best = try load.run(host.url, seconds: seconds)
            var figures = [best.slowest]
            for _ in 1..<bench.rounds {
                let next = try load.run(host.url, seconds: seconds)
                figures.append(next.slowest)
                // Whatever else is on the machine, or takes its processors away, only adds to it.
                if next.slowest < best.slowest { best = next }
            }
            var row = Row(name, what, unit: "ms", figure: best.slowest, limit: .most(20))
            row.note =
                "\(Figure.number(best.requests)) requests a second by \(Self.connectionCount) connections; of rounds with "
                + figures.map(Figure.number).joined(separator: ", ") + " ms"
            return row
        }
        report(try row("host-scale/list", "the first 50 packs of an app, of \(count) packs; 99 of 100 answers", list))
        let manifest = RequestLoad(
            bench: bench,
            script: """
                request = function()
                    local app = math.random(0, \(appCount - 1))
                    return wrk.format("GET", "/apps/com.example.seed-" .. app .. "/internal/manifest?platform=linux")
                end
                """, connections: Self.connectionCount)
        report(
            try row(
                "host-scale/manifest",
                "the manifest of \(Self.packCount) packs of an app, of \(count) packs; 99 of 100 answers",
                manifest))
        report(
            Row(
                "host-scale/memory", "resident memory of ba-host meanwhile, at its peak", unit: "MiB",
                figure: Double(try host.probe.peakResidentMemory) / Double(1 << 20), limit: .most(100)))
    }
}
