// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// `bench`
@main
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures the service and the tools against their peers.",
        discussion: """
            Every row ends in `met` or `missed`. `make bench` builds what this needs and runs it; \
            `make bench ARGS="--only stored-pack --json out.json"` passes arguments on. Documentation/Benchmarks.md \
            says what each row measures.
            """)

    @Option(help: "Folder of backgroundassetsd, ba, ba-host, ba-package, ba-serve and block-codec, built for release.")
    var programs = ".build/bench/root/release"

    @Option(help: "Folder of this package, for its scripts and property lists.")
    var packagePath = "Benchmarks"

    @Option(help: "Folder of BenchGame, BenchTasks and BenchDownloader; that of this program unless given.")
    var ownPrograms: String?

    @Option(help: "The Python that has pyliblzfse, for the rows about LZFSE.")
    var python = "python3"

    @Option(help: ArgumentHelp("Only rows whose names begin so; may be given several times.", valueName: "row"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Also write all rows to this file, as JSON.", valueName: "file"))
    var json: String?

    @Flag(help: "Small data and short times, to see whether everything works; the figures mean little.")
    var quick = false

    @Option(help: "How often each comparison is run; the median counts.")
    var rounds = 5

    @Option(help: "Where the data lie; they are kept there for the next run. A temporary folder unless given.")
    var folder: String?

    @Flag(help: "List the rows, and measure nothing.")
    var list = false

    private static var benchmarks: [any Benchmark.Type] {
        [
            // Those with gigabytes come later: what the kernel does with the memory that they have filled is not what
            // the others measure.
            ManyFilesBenchmark.self, StoredPackBenchmark.self, CompressedPackBenchmark.self, ContentsBenchmark.self,
            LocalAvailabilityBenchmark.self, IdleBenchmark.self, PacksCommandBenchmark.self,
            ExtensionWakeBenchmark.self, TaskWakeBenchmark.self, ThousandAppsBenchmark.self,
            TaskRequestsBenchmark.self, QueuedDownloadsBenchmark.self, SessionTasksBenchmark.self,
            SessionDownloadBenchmark.self,
            CodecBenchmark.self,
            HostRequestsBenchmark.self, HostUploadBenchmark.self, HostScaleBenchmark.self,
        ]
    }

    func run() throws {
        let known = Self.benchmarks.flatMap { $0.rows }
        if list {
            for name in known { print(name) }
            return
        }
        for name in only where !known.contains(where: { $0.hasPrefix(name) }) {
            throw BenchError.unknownRow(name, known: known)
        }
        let own =
            ownPrograms
            ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        let bench = try Workbench(
            programs: programs, ownPrograms: own, packagePath: packagePath, python: python, folder: folder,
            isQuick: quick, rounds: rounds)
        let interruption = Interruption { bench.end() }
        defer {
            interruption.cancel()
            bench.end()
        }
        var report = Report(isQuick: quick, rounds: rounds)
        for type in Self.benchmarks where only.isEmpty || type.rows.contains(where: isWanted) {
            try type.init().run(in: bench) { row in
                guard isWanted(row.name) else { return }
                report.rows.append(row)
                // Not `print`, which holds lines back when it writes to a file.
                FileHandle.standardOutput.write(Data((Report.line(row) + "\n").utf8))
            }
        }
        if let json { try report.write(to: json) }
    }

    private func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains { name.hasPrefix($0) } }
}
