// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What devices and programs ask of a host, in requests a second, beside nginx that has the same bytes as files: with TLS, over
/// HTTP/1.1, and with the program that sends them on the same processors.
struct HostRequestsBenchmark: Benchmark {
    private static let bundleID = "com.example.hosted"
    private static let ports = (peer: 18_444, front: 18_445, asked: 18_446, asking: 18_447)

    static let rows = [
        "host-requests/304", "host-requests/manifest", "host-requests/range", "host-requests/rest", "host-accel/range",
        "host-accel/asked-nginx", "host-accel/large-range", "host-requests/memory",
    ]

    /// A range of 64 KiB, or another size, that begins somewhere else each time.
    private static func ranges(of size: Int64, count: Int64) -> String {
        """
        request = function()
            local first = math.random(0, \(size / count - 1)) * \(count)
            return wrk.format("GET", nil, { ["Range"] = "bytes=" .. first .. "-" .. first + \(count - 1) })
        end
        """
    }

    private struct Turns {
        let bench: Workbench
        let rounds: Int
        let seconds: Int

        /// Ours and the peer's, in turns.
        func row(
            _ name: String, _ what: String, _ limit: Limit, load: RequestLoad, peerLoad: RequestLoad? = nil,
            ours: String, peer: String
        ) throws(BenchError) -> Row {
            var (samples, peers): ([Double], [Double]) = ([], [])
            for round in 0...rounds {
                let other = try (peerLoad ?? load).run(peer, seconds: round == 0 ? 1 : seconds)
                let own = try load.run(ours, seconds: round == 0 ? 1 : seconds)
                guard round > 0 else { continue }
                samples.append(own.requests)
                peers.append(other.requests)
            }
            var row = Row(
                name, what, unit: "/s", figure: samples.median, peer: peers.median, peerName: "nginx", limit: limit)
            (row.samples, row.peerSamples) = (samples, peers)
            return row
        }
    }

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Hosted", files: 10, size: bench.isQuick ? 1 << 20 : 10 << 20, kind: .noise)
        let size = try bench.pack("Hosted", source: "Hosted", compression: "none")
        let host = try HostWorld(bench: bench, name: "hosted")
        let app = try host.tool("app", "create", Self.bundleID)
        try host.start()
        var isRunning = true
        defer { if isRunning { host.stop() } }
        try host.authorize()
        let pack = try host.make(
            "backgroundAssets", attributes: #"{"assetPackIdentifier":"Hosted"}"#, "app", "apps", app
        ).id
        let version = try host.make("backgroundAssetVersions", "backgroundAsset", "backgroundAssets", pack).id
        try host.cut(bench.path("packs/Hosted.aar"))
        try host.upload(size: size, version: version)
        let place = "/apps/\(Self.bundleID)/internal"
        let paths = (
            manifest: place + "/manifest?platform=linux", archive: place + "/assets/Hosted?version=1",
            rest: "/v1/backgroundAssetVersions/\(version)"
        )
        // The peer has the very bytes.
        try bench.makeFolder("work/same")
        let curl = ["-sSf", "--cacert", host.authority, "-H", "@" + bench.path("work/authorization")]
        for (name, path) in [("manifest", paths.manifest), ("rest", paths.rest)] {
            _ = try bench.program("curl", curl + ["-o", bench.path("work/same/\(name)"), host.url + path]).run()
        }
        _ = try bench.program("ln", ["-sf", bench.path("packs/Hosted.aar"), bench.path("work/same/archive")]).run()
        let peer = try NginxServer(
            bench: bench, name: "peer", port: Self.ports.peer, identity: host.identity,
            server: "root \(bench.path("work/same"));")
        defer { peer.stop() }
        let duel = Turns(bench: bench, rounds: min(bench.rounds, 3), seconds: bench.isQuick ? 1 : 4)
        let tags = try [host.url + paths.manifest, peer.url + "/manifest"].map { (url) throws(BenchError) in
            let head = try bench.program("curl", curl + ["-I", url]).run().output
            for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("etag: ") {
                return String(line.dropFirst("etag: ".count))
            }
            throw BenchError.unexpected(what: "the entity tag of \(url)", found: head)
        }
        let half = Limit.leastOfPeer(0.5)
        report(
            try duel.row(
                "host-requests/304", "manifest requests that are answered with 304", half,
                load: RequestLoad(bench: bench, fields: ["If-None-Match": tags[0]]),
                peerLoad: RequestLoad(bench: bench, fields: ["If-None-Match": tags[1]]),
                ours: host.url + paths.manifest,
                peer: peer.url + "/manifest"))
        report(
            try duel.row(
                "host-requests/manifest", "manifests of one pack", half, load: RequestLoad(bench: bench),
                ours: host.url + paths.manifest, peer: peer.url + "/manifest"))
        let ranges = RequestLoad(bench: bench, script: Self.ranges(of: size, count: 64 << 10))
        report(
            try duel.row(
                "host-requests/range", "ranges of 64 KiB of an archive", half, load: ranges,
                ours: host.url + paths.archive, peer: peer.url + "/archive"))
        let token = "Bearer \(try host.token())"
        report(
            try duel.row(
                "host-requests/rest", "GET of a version by a program with a token", half,
                load: RequestLoad(bench: bench, fields: ["Authorization": token]), ours: host.url + paths.rest,
                peer: peer.url + "/rest"))
        var memory = try host.probe.peakResidentMemory
        host.stop()
        isRunning = false
        try accelerated(host, duel, size: size, archive: paths.archive, peer: peer, ranges, report)
        memory = max(memory, try host.probe.peakResidentMemory)
        host.stop()
        report(
            Row(
                "host-requests/memory", "resident memory of ba-host meanwhile, at its peak", unit: "MiB",
                figure: Double(memory) / Double(1 << 20), limit: .most(100)))
    }

    /// nginx in front, which sends the bytes when what it asks says so. The host is left running.
    private func accelerated(
        _ host: HostWorld, _ duel: Turns, size: Int64, archive: String, peer: NginxServer, _ ranges: RequestLoad,
        _ report: (Row) -> Void
    ) throws(BenchError) {
        try host.start("--delivery", "x-accel:/objects", "--public-url", "https://localhost:\(Self.ports.front)")
        let front = try Self.front(
            of: host.url, files: "\(host.folder)/objects/objects", port: Self.ports.front, host, named: "front")
        defer { front.stop() }
        // The most that can be had with a server behind nginx that says where the bytes are: nginx itself is that server.
        let asked = try NginxServer(
            bench: duel.bench, name: "asked", port: Self.ports.asked, identity: host.identity,
            protocols: "TLSv1.2 TLSv1.3",
            server: "location / { add_header X-Accel-Redirect /objects/archive; return 200; }")
        defer { asked.stop() }
        let asking = try Self.front(
            of: asked.url, files: duel.bench.path("work/same"), port: Self.ports.asking, host, named: "asking")
        defer { asking.stop() }
        let limit = Limit.leastOfPeer(0.95)
        report(
            try duel.row(
                "host-accel/range", "ranges of 64 KiB through nginx and X-Accel-Redirect", limit, load: ranges,
                ours: front.url + archive, peer: peer.url + "/archive"))
        report(
            try duel.row(
                "host-accel/asked-nginx", "the same, beside nginx that asks another nginx", limit, load: ranges,
                ours: front.url + archive, peer: asking.url + "/archive"))
        let large = RequestLoad(
            bench: duel.bench, script: Self.ranges(of: size, count: min(8 << 20, size / 2)))
        report(
            try duel.row(
                "host-accel/large-range", "ranges of 8 MiB through nginx and X-Accel-Redirect", limit, load: large,
                ours: front.url + archive, peer: peer.url + "/archive"))
    }

    /// nginx that asks the server at `url` where the bytes of each request are.
    private static func front(
        of url: String, files: String, port: Int, _ host: HostWorld, named name: String
    ) throws(BenchError) -> NginxServer {
        try NginxServer(
            bench: host.bench, name: name, port: port, identity: host.identity,
            server: """
                location / {
                    proxy_pass https://behind; proxy_http_version 1.1; proxy_set_header Connection "";
                    proxy_ssl_verify on; proxy_ssl_trusted_certificate \(host.authority); proxy_ssl_name localhost;
                }
                location /objects/ {
                    internal; alias \(files)/; etag off;
                    add_header ETag $upstream_http_etag; add_header X-Content-Type-Options nosniff;
                }
                """,
            beside:
                "upstream behind { server \(url.dropFirst("https://".count)); keepalive 32; keepalive_requests 100000000; }"
        )
    }
}
