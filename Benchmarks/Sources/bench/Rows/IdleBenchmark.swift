// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the service and a downloader extension cost when they do nothing.
struct IdleBenchmark: Benchmark {
    static let rows = [
        "idle-service/anonymous", "idle-service/pss", "idle-service/wake-ups", "idle-extension/anonymous",
    ]

    func run(in bench: Workbench, report: (Row) -> Void) throws {
        try bench.makeSource("Small", files: 4, size: 4096, kind: .mixed)
        try bench.pack("Small", source: "Small", compression: "lzfse")
        try bench.pack(
            "Waiting", source: "Small", compression: "lzfse",
            policy: #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#)
        _ = try bench.serve()
        // It has done what services do: has talked to the server, and staged a pack.
        try bench.tool("ba", "pack", "get", "--app", Workbench.bundleID, "Small")
        let service = try bench.service()
        // Connections that are kept for a while, threads that wait for work: until they are gone.
        sleep(bench.isQuick ? 1 : 20)
        let before = try service.wakeUps
        let seconds: UInt32 = bench.isQuick ? 2 : 60
        sleep(seconds)
        let after = try service.wakeUps
        // A thread that began or ended meanwhile was awake, too.
        let wakeUps = Set(before.keys).union(after.keys).reduce(UInt64(0)) { sum, thread in
            guard let old = before[thread], let new = after[thread] else { return sum + 1 }
            return sum + new - old
        }
        report(
            Row(
                "idle-service/anonymous", "anonymous memory of the idle service", unit: "MiB",
                figure: Double(try service.anonymousMemory) / Double(1 << 20), limit: .most(8)))
        report(
            Row(
                "idle-service/pss", "proportional memory of the idle service", unit: "MiB",
                figure: Double(try service.proportionalMemory) / Double(1 << 20), limit: .most(30)))
        report(
            Row(
                "idle-service/wake-ups", "voluntary context switches of all its threads in \(seconds) s", unit: "",
                figure: Double(wakeUps), limit: .most(0)))
        try reportExtension(bench, report)
    }

    /// Installs the app anew, so that its extension is asked about the prefetched pack and waits there.
    private func reportExtension(_ bench: Workbench, _ report: (Row) -> Void) throws {
        try bench.tool("ba", "uninstall", "--keep-data", Workbench.bundleID)
        let mark = "service/groups/group.com.example.bench/wait"
        try bench.makeFolder("service/groups/group.com.example.bench")
        try bench.write("", to: mark)
        let installing = try bench.program(bench.programPath("ba"), ["install", "Bench.app"])
            .start(log: bench.path("work/install.log"))
        var found: ProcessProbe?
        let deadline = ContinuousClock.now + .seconds(20)
        while found == nil, ContinuousClock.now < deadline {
            found = ProcessProbe.running(executableSuffix: "/BenchDownloader")
            usleep(10_000)
        }
        // Started, asked, and waiting.
        sleep(1)
        let memory = try found?.anonymousMemory
        try bench.remove(mark)
        var status: Int32 = 0
        waitpid(installing, &status, 0)
        guard let memory else {
            throw BenchError.unexpected(
                what: "the installation", found: try Workbench.text(at: bench.path("work/install.log")))
        }
        report(
            Row(
                "idle-extension/anonymous", "anonymous memory of an extension that waits", unit: "MiB",
                figure: Double(memory) / Double(1 << 20), limit: .most(4)))
    }
}
