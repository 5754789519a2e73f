// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How often a program made each system call, counted by strace.
struct SystemCalls {
    private(set) var counts: [String: Int] = [:]

    /// System calls by which a process talks to another one. Pipes and eventfds count too, through `write`.
    static let talking: Set = [
        "connect", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", "socket", "write", "writev",
    ]

    /// Reads what `strace -c` has written.
    ///
    /// - Throws: when nothing was counted: no program makes no calls.
    init(table: String) throws(BenchError) {
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 5, Double(words[0]) != nil, let count = Int(words[3]), let name = words.last,
                name != "total"
            else { continue }
            counts[String(name), default: 0] += count
        }
        guard !counts.isEmpty else { throw .unexpected(what: "strace's table", found: table) }
    }

    /// What one of `rounds` rounds makes, where `self` holds so many more than `base`.
    func more(than base: SystemCalls, rounds: Int) -> [String: Double] {
        var result: [String: Double] = [:]
        for name in Set(counts.keys).union(base.counts.keys) {
            let difference = (counts[name] ?? 0) - (base.counts[name] ?? 0)
            // The runtime's own start differs by a call or so from run to run.
            if abs(difference) > rounds / 100 { result[name] = Double(difference) / Double(rounds) }
        }
        return result
    }
}
