// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What all processes of the extensions of one root are known by, or of its apps that were started in the background: so it is found what
/// they have left behind, also by the service that comes after one that was killed.
///
/// It is their hard limit of time in real time, which they never use (they may not have it). The kernel hands it on to all
/// that they start, whatever parent, group, session and environment these have, and lets nobody raise it; a confined process
/// cannot lower it either.
struct ProcessMark: Equatable, Sendable {
    enum Bearer {
        case extensions
        case apps
    }

    private static let limitsSize = 64 << 10
    private static let limitName = "Max realtime timeout"
    /// Rounds in which processes are ended: each takes those that the last has started meanwhile.
    private static let rounds = 100
    /// Milliseconds that a process may take to end that was killed.
    private static let patience: Int32 = 1000

    /// Some ten thousand years, in microseconds: as good as none.
    let value: UInt64

    init(of bearer: Bearer, root: String) {
        let prefix =
            switch bearer {
            case .extensions: ""
            case .apps: "apps "
            }
        value = 1 << 58 | RootHash.of("\(prefix)\(geteuid()) " + root) >> 6
    }

    /// Ends all processes that carry it; none of those that it was given may be running.
    ///
    /// - `group`: the process group that they are in; nil for any.
    /// - Returns: how many there were.
    func endProcesses(inGroup group: pid_t? = nil) throws(SystemError) -> Int {
        var count = 0
        for _ in 0..<Self.rounds {
            let numbers = try Directory(opening: "/proc").names().compactMap { pid_t($0) }.filter { $0 != getpid() }
            let ended = numbers.count { number in
                (group.map { getpgid(number) == $0 } ?? true) && isCarried(by: number) && end(number)
            }
            if ended == 0 { return count }
            count += ended
        }
        throw SystemError(errno: .resourceBusy, operation: "end", subject: "processes of extensions")
    }

    /// - Returns: whether it was there, and could be ended.
    private func end(_ process: pid_t) -> Bool {
        let number = ba_pidfd_open(process)
        guard number >= 0 else { return false }
        let handle = OwnedDescriptor(taking: number)
        // One that has ended, and that its parent has not waited for, keeps its limits.
        guard ba_pidfd_wait(handle.rawValue, 0) == 0 else { return false }
        // The number may be another's by now.
        guard isCarried(by: process), ba_pidfd_send_signal(handle.rawValue, SIGKILL) == 0 else { return false }
        _ = ba_pidfd_wait(handle.rawValue, Self.patience)
        return true
    }

    func isCarried(by process: pid_t) -> Bool {
        let path = "/proc/\(process)/limits"
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            return Self.isCarried(
                value, limits: String(decoding: try file.readAll(limit: Self.limitsSize, subject: path), as: UTF8.self))
        } catch { return false }
    }

    /// - `limits`: lines of a name, the limit in force, the hard one, and a unit.
    static func isCarried(_ value: UInt64, limits: String) -> Bool {
        limits.split(separator: "\n").contains { line in
            guard line.hasPrefix(limitName) else { return false }
            let words = line.dropFirst(limitName.count).split(separator: " ")
            return words.count >= 2 && UInt64(words[1]) == value
        }
    }
}
