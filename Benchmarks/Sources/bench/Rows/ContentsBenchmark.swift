// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reading a file of a local pack by its path, against opening and mapping it by its place on disk.
struct ContentsBenchmark: Benchmark {
    static let rows = ["contents/time", "contents/service-calls"]
    /// One file in so many is read; these are as large as a file that is mapped.
    private static let step = 100
    private static let packCount = 50

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let perPack = bench.isQuick ? 100 : 2_000
        for pack in 0..<Self.packCount {
            try bench.makeSource("Tiny\(pack)", files: perPack, size: 100, kind: .mixed, prefix: "Tiny\(pack)/level") {
                $0 % Self.step == 0 ? 32 << 10 : 100
            }
            try bench.pack("Tiny\(pack)", source: "Tiny\(pack)", compression: "lzfse")
        }
        _ = try bench.serve()
        for pack in 0..<Self.packCount {
            try bench.tool("ba", "pack", "get", "--app", Workbench.bundleID, "Tiny\(pack)")
        }
        let names = (0..<Self.packCount).flatMap { pack in
            stride(from: 0, to: perPack, by: Self.step).map { (pack, "Tiny\(pack)/level/file-\($0)") }
        }
        let places = try names.map { pack, name throws(BenchError) in
            let folder = "service/packs/\(Workbench.bundleID)/Tiny\(pack)"
            guard let version = try Workbench.names(in: bench.path(folder)).first else {
                throw BenchError.unexpected(what: "the pack Tiny\(pack)", found: "no version of it")
            }
            return bench.path("\(folder)/\(version)/Contents/\(name)")
        }
        try bench.write(names.map(\.1).joined(separator: "\n"), to: "work/names")
        try bench.write(places.joined(separator: "\n"), to: "work/places")
        try reportTime(bench, fileCount: perPack * Self.packCount, report)
        try reportCalls(bench, count: names.count, report)
    }

    private func reportTime(_ bench: Workbench, fileCount: Int, _ report: (Row) -> Void) throws {
        let duel = try Duel(rounds: bench.rounds) {
            try Self.read(bench, "contents", "work/names")
        } peer: {
            try Self.read(bench, "known", "work/places")
        }
        var row = Row(
            "contents/time", "contents(at:) of a file among \(fileCount) in \(Self.packCount) packs", unit: "µs",
            figure: duel.ours.map(\.seconds).median, peer: duel.peers.map(\.seconds).median,
            peerName: "open, fstat, mmap of the known path", limit: .mostOfPeer(2.0))
        row.samples = duel.ours.map(\.seconds)
        row.peerSamples = duel.peers.map(\.seconds)
        report(row)
    }

    /// Microseconds a file, in the best order that the cache allows: the middle of 20 rounds.
    private static func read(_ bench: Workbench, _ command: String, _ list: String) throws(BenchError) -> Duel.Run {
        let answer = try bench.game(command, bench.path(list), "20")
        return Duel.Run(seconds: answer.seconds.median * 1e6, processorSeconds: 0, memory: 0)
    }

    private func reportCalls(_ bench: Workbench, count: Int, _ report: (Row) -> Void) throws {
        let (once, thrice) = (try Self.calls(bench, rounds: 1), try Self.calls(bench, rounds: 3))
        let perFile = thrice.more(than: once, rounds: 2 * count)
        let talking = perFile.filter { SystemCalls.talking.contains($0.key) }.values.reduce(0, +)
        var row = Row(
            "contents/service-calls", "system calls that talk to another process, for each contents(at:)", unit: "",
            figure: talking, limit: .most(0))
        row.note =
            "all: "
            + perFile.sorted { $0.key < $1.key }.map { "\($0.key) \(Figure.number($0.value))" }.joined(separator: ", ")
        report(row)
    }

    private static func calls(_ bench: Workbench, rounds: Int) throws(BenchError) -> SystemCalls {
        let table = bench.path("work/strace")
        _ = try bench.tool(
            "ba", "run", "--app", Workbench.bundleID, "--", "strace", "-f", "-c", "-o", table,
            bench.ownProgramPath("BenchGame"), "contents", bench.path("work/names"), "\(rounds)")
        return try SystemCalls(table: try Workbench.text(at: table))
    }
}
