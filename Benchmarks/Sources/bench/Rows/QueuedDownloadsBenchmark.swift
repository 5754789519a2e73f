// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Ten thousand downloads in the queue: what a decision takes, and one more, and one less.
struct QueuedDownloadsBenchmark: Benchmark {
    static let rows = [
        "queued-downloads/decision", "queued-downloads/longest", "queued-downloads/all-at-once",
        "queued-downloads/schedule", "queued-downloads/end",
    ]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        let world = try AppsWorld(bench: bench, name: "queue")
        defer { world.end() }
        let (apps, each) = (10, bench.isQuick ? 40 : 1_000)
        let part = each / 10
        try world.register(0..<apps)
        let silent = try SilentServer()
        defer { silent.stop() }
        func schedule(_ app: Int, _ first: Int, _ count: Int) throws(BenchError) -> [Double] {
            try world.app(
                AppsWorld.bundleID(app), "schedule", AppsWorld.groupID(app), silent.url, "\(first)", "\(count)"
            ).seconds
        }
        func cancel(_ app: Int, _ first: Int, _ count: Int) throws(BenchError) -> [Double] {
            try world.app(AppsWorld.bundleID(app), "cancel", "\(first)", "\(count)").seconds
        }
        // The first ones find the queue empty, and everything else as it is for the last ones.
        _ = try schedule(0, 0, part)
        let fewScheduled = try schedule(0, part, part)
        let fewEnded = try cancel(0, part, part)
        _ = try schedule(0, part, each - part)
        for app in 1..<apps { _ = try schedule(app, 0, each) }
        let manyScheduled = try schedule(apps - 1, each, part)
        let manyEnded = try cancel(apps - 1, each, part)
        // The decisions that are looked at are made at this size, and each of them has a place to give away: what is called off
        // is under way, and another one takes its place.
        let chosen = bench.isQuick ? 16 : 320
        for app in 0..<apps { _ = try schedule(app, each + part, chosen / apps + 1) }
        try endRunning(chosen, of: apps, in: world)
        let queue = try world.status().queue
        guard queue.downloads >= apps * each, queue.transfers > 0 else {
            throw BenchError.unexpected(what: "the queue, which was to have \(apps * each)", found: "\(queue)")
        }
        let what = "with \(queue.downloads) downloads of \(apps) apps in the queue"
        report(
            Row(
                "queued-downloads/decision", "what runs next, \(what), in the middle", unit: "ms",
                figure: queue.medianDecision * 1e3, limit: .most(1)))
        report(
            Row(
                "queued-downloads/longest", "the same, the longest of 256", unit: "ms",
                figure: queue.longestDecision * 1e3, limit: .most(1)))
        report(try allAtOnce(apps, what, in: world))
        compare("schedule", "scheduleDownload \(what)", manyScheduled, fewScheduled, report)
        compare("end", "cancel \(what)", manyEnded, fewEnded, report)
    }

    /// The longest decision when much changes at a time: a person pauses all of each app's and lets them go on, and the service
    /// starts and finds all of them on record.
    private func allAtOnce(_ apps: Int, _ what: String, in world: AppsWorld) throws(BenchError) -> Row {
        for action in ["pause", "resume"] {
            for app in 0..<apps { try world.tool(action, AppsWorld.bundleID(app)) }
        }
        let changed = try world.status().queue
        try world.stopService()
        try world.tool("service", "start")
        let started = try world.status().queue
        guard started.downloads == changed.downloads, started.transfers > 0 else {
            throw .unexpected(what: "the queue as it was, of \(changed.downloads)", found: "\(started)")
        }
        return Row(
            "queued-downloads/all-at-once",
            "the longest, \(what), when all of an app's are paused and go on, and when the service starts", unit: "ms",
            figure: max(changed.longestDecision, started.longestDecision) * 1e3, limit: .most(1))
    }

    /// Has apps cancel so many of their downloads that are under way, one after another.
    private func endRunning(_ count: Int, of apps: Int, in world: AppsWorld) throws(BenchError) {
        var ended = 0
        while ended < count {
            let before = ended
            for app in 0..<apps where ended < count {
                // Those that begin meanwhile may be its own again; the other apps have their turns.
                ended += try world.app(AppsWorld.bundleID(app), "end-running", "\(count / apps + 1)", "-").seconds.count
            }
            guard ended > before else {
                throw .unexpected(what: "downloads under way", found: "none of \(apps) apps has any")
            }
        }
    }

    private func compare(
        _ name: String, _ what: String, _ many: [Double], _ few: [Double], _ report: (Row) -> Void
    ) {
        var row = Row(
            "queued-downloads/\(name)", what, unit: "ms", figure: many.median * 1e3, peer: few.median * 1e3,
            peerName: "the same with \(few.count) in the queue", limit: .mostOfPeer(1.5))
        (row.samples, row.peerSamples) = (many, few)
        report(row)
    }
}
