// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Our LZFSE against the C reference on one core, and the memory of the tool that packs and unpacks.
struct CodecBenchmark: Benchmark {
    static let rows = ["lzfse/decode", "lzfse/encode", "lzfse/size", "lzfse/pack-memory", "lzfse/unpack-memory"]

    /// What lzfse-crosscheck.py measured.
    private struct Comparison: Decodable {
        struct Pair: Decodable {
            var ours: Double
            var reference: Double
        }
        /// Megabytes of plain data a second.
        var decode: Pair
        var encode: Pair
        /// Bytes of encoded data.
        var size: Pair
    }

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try reportComparison(bench, report)
        let fileSize = bench.isQuick ? 1 << 20 : 16 << 20
        try bench.makeSource("Compressed", files: 64, size: fileSize, kind: .mixed)
        try bench.remove("packs/Compressed.aar")
        try bench.remove("packs/Compressed.blocks")
        var pack = try bench.packing("Compressed", source: "Compressed", compression: "lzfse")
        pack.metersMemory = true
        let packed = try pack.run()
        report(
            Row(
                "lzfse/pack-memory", "anonymous memory of ba-package as it packs \(64 * fileSize >> 20) MiB",
                unit: "MiB", figure: Double(packed.anonymousMemory) / Double(1 << 20), limit: .most(64)))
        try bench.remove("work/unpacked")
        var unpack = bench.program(
            bench.programPath("ba-package"),
            ["unpack", "-q", bench.path("packs/Compressed.aar"), "-o", bench.path("work/unpacked")])
        unpack.metersMemory = true
        let outcome = try unpack.run()
        try bench.remove("work/unpacked")
        report(
            Row(
                "lzfse/unpack-memory", "anonymous memory of ba-package as it unpacks it", unit: "MiB",
                figure: Double(outcome.anonymousMemory) / Double(1 << 20), limit: .most(64)))
    }

    private func reportComparison(_ bench: Workbench, _ report: (Row) -> Void) throws {
        var arguments = [
            bench.packagePath + "/Scripts/lzfse-crosscheck.py", bench.programPath("block-codec"), "--inputs", "0",
            "--json", bench.path("work/lzfse"),
        ]
        arguments += ["--megabytes", bench.isQuick ? "8" : "100"]
        _ = try bench.program(bench.python, arguments).run()
        let text = try Workbench.text(at: bench.path("work/lzfse"))
        let found: Comparison
        do { found = try JSONDecoder().decode(Comparison.self, from: Data(text.utf8)) } catch {
            throw BenchError.unexpected(what: "the answer of lzfse-crosscheck.py", found: "\(error): \(text)")
        }
        let peer = "C reference (pyliblzfse), one core"
        report(
            Row(
                "lzfse/decode", "LZFSE decoding of mixed files, 4 MiB blocks", unit: "MB/s",
                figure: found.decode.ours, peer: found.decode.reference, peerName: peer, limit: .leastOfPeer(0.8)))
        report(
            Row(
                "lzfse/encode", "LZFSE encoding of the same", unit: "MB/s", figure: found.encode.ours,
                peer: found.encode.reference, peerName: peer, limit: .leastOfPeer(0.6)))
        report(
            Row(
                "lzfse/size", "size of the result", unit: "MB", figure: found.size.ours / 1e6,
                peer: found.size.reference / 1e6, peerName: peer, limit: .mostOfPeer(1.03)))
    }
}
