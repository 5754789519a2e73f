// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An app that has as many tasks in a background URL session as an app may: what one more takes.
struct SessionTasksBenchmark: Benchmark {
    static let rows = ["session-tasks/begin", "session-tasks/cancel"]

    private static let session = "photos"

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let world = try AppsWorld(bench: bench, name: "session-tasks")
        defer { world.end() }
        try world.register(0..<1)
        let status = try world.status()
        let app = try world.calls(of: AppsWorld.bundleID(0), status)
        let stream = try world.calls(of: AppsWorld.bundleID(0), status)
        try stream.follow(
            "backgroundassets.v1.Sessions.Open",
            [
                "session": Self.session,
                "settings": [
                    "sendsLaunchEvents": true, "isDiscretionary": false, "allowsExpensive": true,
                    "allowsConstrained": true, "resourceTimeout": 604_800,
                ],
            ])
        let (count, part) = bench.isQuick ? (200, 50) : (5_000, 500)
        // None is sent: what a task takes is measured, and not what it brings.
        let tomorrow = Date.now.timeIntervalSince1970 + 86_400
        var begins: [Double] = []
        for number in 0..<count {
            let request: [String: Any] = [
                "url": "https://localhost/\(number)", "method": "GET", "headers": [String](), "body": "",
            ]
            begins.append(
                try time(
                    app, "Add",
                    [
                        "task": [
                            "number": number, "kind": "download", "request": request, "earliestBegin": tomorrow,
                        ]
                    ]))
        }
        var cancels: [Double] = []
        for number in 0..<count { cancels.append(try time(app, "Cancel", ["number": number, "keeps": false])) }
        let what = "tasks in the sessions of an app"
        report(
            Row(
                "session-tasks/begin", "a task is begun with \(count - part) to \(count) \(what), on record",
                unit: "ms", figure: Array(begins.suffix(part)).median * 1e3,
                peer: Array(begins.dropFirst(part / 5).prefix(part)).median * 1e3,
                peerName: "the same with \(part / 5) to \(part / 5 + part)", limit: .mostOfPeer(1.5)))
        report(
            Row(
                "session-tasks/cancel", "one is cancelled with as many", unit: "ms",
                figure: Array(cancels.prefix(part)).median * 1e3,
                peer: Array(cancels.suffix(part)).median * 1e3,
                peerName: "the same with the last \(part)", limit: .mostOfPeer(1.5)))
        withExtendedLifetime(stream) {}
    }

    /// - Returns: seconds.
    private func time(
        _ app: borrowing ServiceCalls, _ method: String, _ parameters: [String: Any]
    ) throws(BenchError) -> Double {
        let start = ContinuousClock.now
        try app.call(
            "backgroundassets.v1.Sessions." + method, parameters.merging(["session": Self.session]) { own, _ in own })
        return (ContinuousClock.now - start).seconds
    }
}
