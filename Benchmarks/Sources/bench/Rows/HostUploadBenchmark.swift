// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An archive of 1 GiB, from its reservation until it has been processed, beside an upload to nginx and a digest of it.
struct HostUploadBenchmark: Benchmark {
    private static let port = 18_446
    static let rows = ["host-upload/time", "host-upload/memory"]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let fileSize = bench.isQuick ? 4 << 20 : 64 << 20
        try bench.makeSource("Stored", files: 16, size: fileSize, kind: .noise)
        let size = try bench.pack("Stored", source: "Stored", compression: "none")
        let archive = bench.path("packs/Stored.aar")
        let host = try HostWorld(bench: bench, name: "uploaded")
        let app = try host.tool("app", "create", "com.example.uploaded")
        try host.start()
        defer { host.stop() }
        try host.authorize()
        let pack = try host.make(
            "backgroundAssets", attributes: #"{"assetPackIdentifier":"Stored"}"#, "app", "apps", app
        ).id
        try host.cut(archive)
        try bench.makeFolder("work/dav")
        let peer = try NginxServer(
            bench: bench, name: "dav-server", port: Self.port, identity: host.identity,
            server: """
                client_max_body_size 0; root \(bench.path("work/dav")); client_body_temp_path \(bench.path("work/dav"));
                location / { dav_methods PUT; }
                """)
        defer { peer.stop() }
        func metered(_ body: () throws(BenchError) -> Void) throws(BenchError) -> Duel.Run {
            sync()
            let start = ContinuousClock.now
            try body()
            return Duel.Run(seconds: (ContinuousClock.now - start).seconds, processorSeconds: 0, memory: 0)
        }
        let duel = try Duel(rounds: min(bench.rounds, 3)) { () throws(BenchError) in
            try host.authorize()
            let version = try host.make("backgroundAssetVersions", "backgroundAsset", "backgroundAssets", pack).id
            return try metered { () throws(BenchError) in try host.upload(size: size, version: version) }
        } peer: { () throws(BenchError) in
            try metered { () throws(BenchError) in
                _ = try bench.program(
                    "curl", ["-sSf", "--cacert", host.authority, "-T", archive, peer.url + "/pack.aar"]
                ).run()
                _ = try bench.program("sha256sum", [bench.path("work/dav/pack.aar")]).run()
            }
        }
        var row = Row(
            "host-upload/time", "upload of \(size >> 20) MiB, from its reservation to COMPLETE", duel,
            peerName: "curl -T to nginx (DAV) && sha256sum", limit: .mostOfPeer(2))
        (row.processorSeconds, row.peerProcessorSeconds, row.memory) = (nil, nil, nil)
        report(row)
        report(
            Row(
                "host-upload/memory", "resident memory of ba-host meanwhile, at its peak", unit: "MiB",
                figure: Double(try host.probe.peakResidentMemory) / Double(1 << 20), limit: .most(100)))
    }
}
