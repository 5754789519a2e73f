// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// What proc(5) has of a process.
package struct ProcessStatus: Equatable, Sendable {
    private static let fileLimit = 4096

    /// The letter for what it does.
    package let state: Character
    /// Its thread has begun to end: connections are closed from then on, though it is there still for a moment.
    package let isExiting: Bool
    /// Who has started it, or who looks after it when that is gone.
    package let parent: Int32
    /// Ticks since the system was started: with its number that tells it from others, for numbers are used again.
    package let startedAt: UInt64

    /// PF_EXITING of the kernel: see `flags` in proc_pid_stat(5).
    private static let exiting: UInt64 = 0x4

    /// nil for a process that is gone.
    package init?(of processID: Int32) {
        let path = "/proc/\(processID)/stat"
        let text: String
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            text = String(decoding: try file.readAll(limit: Self.fileLimit, subject: path), as: UTF8.self)
        } catch { return nil }
        // The name before it may hold anything.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let state = fields[0].first, let parent = Int32(fields[1]),
            let flags = UInt64(fields[6]), let startedAt = UInt64(fields[19])
        else { return nil }
        isExiting = flags & Self.exiting != 0
        self.state = state
        self.parent = parent
        self.startedAt = startedAt
    }

    /// It has been stopped, and hears of nothing before it goes on. One that stands in a debugger is not: whoever debugs it has it go on.
    package var isSuspended: Bool { state == "T" }
    /// It has ended, and its parent has not taken note of that.
    package var isDead: Bool { state == "X" || state == "Z" }

    /// Whether a process is gone, or about to be, with all its threads: it may go on without the one that it began with.
    ///
    /// - `processID`: 0 for one that cannot be seen from here: nothing is known of it.
    package static func isExiting(_ processID: Int32) -> Bool {
        guard processID > 0 else { return false }
        guard ProcessStatus(of: processID)?.isExiting ?? true else { return false }
        let threads: [String]
        do throws(SystemError) { threads = try Directory(opening: "/proc/\(processID)/task").names() } catch {
            return true
        }
        return threads.compactMap { Int32($0) }.allSatisfy { ProcessStatus(of: $0)?.isExiting ?? true }
    }
}
