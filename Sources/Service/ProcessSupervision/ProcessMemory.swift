// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import Glibc
internal import SystemSupport

/// The anonymous memory of processes, as the kernel tells of each in `/proc`; files that are mapped do not count.
package enum ProcessMemory {
    private static let fileLimit = 16 << 20
    /// What the kernel calls memory that is shared and of no file.
    private static let sharedName = " /dev/zero (deleted)"

    /// Bytes of a process, resident or swapped out; nil when it is gone.
    package static func anonymous(of process: pid_t) -> UInt64? {
        let path = "/proc/\(process)/status"
        guard let own = sum(of: ["RssAnon:", "VmSwap:"], in: path) else { return nil }
        // Files in memory count here as well as memory that is shared.
        guard let shared = sum(of: ["RssShmem:"], in: path), shared > 0 else { return own }
        return own &+ min(shared, sharedMemory(of: process))
    }

    /// Bytes of shared memory that is of no file; some of it may be another's.
    private static func sharedMemory(of process: pid_t) -> UInt64 {
        var isShared = false
        var kibibytes: UInt64 = 0
        for line in text(of: "/proc/\(process)/smaps")?.split(separator: "\n") ?? [] {
            // A mapping begins with its addresses, and has lines of a name, a colon and a number.
            if line.first.map({ $0.isHexDigit && !$0.isUppercase }) == true {
                isShared = line.hasSuffix(sharedName)
            } else if isShared, line.hasPrefix("Rss:") {
                kibibytes &+= line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? 0
            }
        }
        return kibibytes &<< 10
    }

    /// Bytes of a process and of all that come of it; nil when it is gone.
    ///
    /// - `orphans`: processes of its that have lost their parents.
    package static func anonymous(ofTreeFrom process: pid_t, orphans: [pid_t]) -> UInt64? {
        guard let own = anonymous(of: process) else { return nil }
        let others = (descendants(of: process) + orphans.flatMap { [$0] + descendants(of: $0) })
        if others.isEmpty { return own }
        // Pages that they share since one was made of the other count once, each process its part.
        return ([process] + Set(others)).reduce(0) { sum, member in sum &+ (proportion(of: member) ?? 0) }
    }

    private static func proportion(of process: pid_t) -> UInt64? {
        sum(of: ["Pss_Anon:", "SwapPss:"], in: "/proc/\(process)/smaps_rollup") ?? anonymous(of: process)
    }

    /// The sum of numbers in KiB, in bytes; nil when none of them is there, as of processes that are dead.
    private static func sum(of names: [String], in path: String) -> UInt64? {
        var sum: UInt64?
        for line in text(of: path)?.split(separator: "\n") ?? [] where names.contains(where: { line.hasPrefix($0) }) {
            let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
                UInt64($0)
            }
            sum = (sum ?? 0) &+ (kibibytes ?? 0) &<< 10
        }
        return sum
    }

    /// The children of a process, of all its threads; where the kernel has no lists of them, all processes are looked at.
    package static func children(of process: pid_t) -> [pid_t] {
        do throws(SystemError) {
            let lists = try Directory(opening: "/proc/\(process)/task").names().compactMap {
                text(of: "/proc/\(process)/task/\($0)/children")
            }
            if lists.isEmpty {
                return try Directory(opening: "/proc").names().compactMap { pid_t($0) }.filter {
                    ba_parent_process($0) == process
                }
            }
            return lists.flatMap { $0.split(separator: " ") }.compactMap { pid_t($0) }
        } catch { return [] }
    }

    /// All that have come of a process and are there.
    static func descendants(of process: pid_t) -> [pid_t] {
        var found: [pid_t] = []
        var seen: Set = [process]
        var waiting = [process]
        // They may be made faster than they are found.
        while let next = waiting.popLast(), found.count < 10_000 {
            for child in children(of: next) where seen.insert(child).inserted {
                found.append(child)
                waiting.append(child)
            }
        }
        return found
    }

    private static func text(of path: String) -> String? {
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            return String(decoding: try file.readAll(limit: fileLimit, subject: path), as: UTF8.self)
        } catch { return nil }
    }
}
