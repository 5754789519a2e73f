// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel says of a running process.
struct ProcessProbe {
    let processID: pid_t

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: "/proc/\(processID)/\(name)", encoding: .utf8)) ?? ""
    }

    /// Seconds of processor time so far.
    var processorSeconds: Double {
        // The name in the second field may hold anything, so fields are counted from behind it.
        let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Bytes of anonymous memory in use now.
    var anonymousMemory: UInt64 { Self.kibibytes("RssAnon:", in: text("status")) << 10 }

    /// Bytes of memory, with what is shared counted in parts.
    var proportionalMemory: UInt64 { Self.kibibytes("Pss:", in: text("smaps_rollup")) << 10 }

    /// How often any of its threads has gone to sleep and been woken: voluntary context switches.
    var wakeUps: UInt64 {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []
        return threads.reduce(0) { sum, thread in
            sum + Self.kibibytes("voluntary_ctxt_switches:", in: text("task/\(thread)/status"))
        }
    }

    /// The process that runs this file; nil when none does.
    static func running(executableSuffix suffix: String) -> ProcessProbe? {
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return numbers.first { number in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
            return path?.hasSuffix(suffix) ?? false
        }.map { ProcessProbe(processID: $0) }
    }

    /// The number behind a key at the beginning of a line.
    private static func kibibytes(_ key: String, in text: String) -> UInt64 {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.dropFirst(key.count).split { $0 == " " || $0 == "\t" }
            return words.first.flatMap { UInt64($0) } ?? 0
        }
        return 0
    }
}
