// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel says of a running process.
struct ProcessProbe {
    let processID: pid_t

    /// What cannot be read is an error: taken for zero it would pass every limit.
    private func text(_ name: String) throws(BenchError) -> String {
        try Workbench.text(at: "/proc/\(processID)/\(name)")
    }

    /// Seconds of processor time so far.
    var processorSeconds: Double {
        get throws(BenchError) {
            // The name in the second field may hold anything, so fields are counted from behind it.
            let text = try text("stat")
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
                throw .unexpected(what: "/proc/\(processID)/stat", found: text)
            }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// Bytes of anonymous memory in use now.
    var anonymousMemory: UInt64 {
        get throws(BenchError) { try Self.number("RssAnon:", in: text("status")) << 10 }
    }

    /// Bytes of memory of all kinds now.
    var residentMemory: UInt64 {
        get throws(BenchError) { try Self.number("VmRSS:", in: text("status")) << 10 }
    }

    /// Bytes of memory, with what is shared counted in parts.
    var proportionalMemory: UInt64 {
        get throws(BenchError) { try Self.number("Pss:", in: text("smaps_rollup")) << 10 }
    }

    /// Bytes of memory of all kinds, at its peak since it was started.
    var peakResidentMemory: UInt64 {
        get throws(BenchError) { try Self.number("VmHWM:", in: text("status")) << 10 }
    }

    /// How often each of its threads has gone to sleep and been woken: voluntary context switches, by thread.
    var wakeUps: [String: UInt64] {
        get throws(BenchError) {
            var counts: [String: UInt64] = [:]
            for thread in try Workbench.names(in: "/proc/\(processID)/task") {
                counts[thread] = try Self.number("voluntary_ctxt_switches:", in: text("task/\(thread)/status"))
            }
            return counts
        }
    }

    /// Whether it has a child, one included that it has not waited for yet.
    var hasChildren: Bool {
        get throws(BenchError) {
            for thread in try Workbench.names(in: "/proc/\(processID)/task") {
                // The children of a thread that has gone meanwhile are another's.
                let children = FileManager.default.contents(atPath: "/proc/\(processID)/task/\(thread)/children")
                if children?.isEmpty == false { return true }
            }
            return false
        }
    }

    /// The process that runs this file; nil when none does.
    static func running(executableSuffix suffix: String) -> ProcessProbe? {
        // Processes come and go meanwhile, and others' executables are none of ours to read.
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return numbers.first { number in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
            return path?.hasSuffix(suffix) ?? false
        }.map { ProcessProbe(processID: $0) }
    }

    /// The number behind a key at the beginning of a line.
    private static func number(_ key: String, in text: String) throws(BenchError) -> UInt64 {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.dropFirst(key.count).split { $0 == " " || $0 == "\t" }
            if let number = words.first.flatMap({ UInt64($0) }) { return number }
        }
        throw .unexpected(what: "the field \(key) of a process", found: text)
    }
}
