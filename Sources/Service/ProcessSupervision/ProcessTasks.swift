// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import SystemSupport

/// The threads of processes: what the kernel schedules.
package enum ProcessTasks {
    /// How many a process and all that come of it have together; nil when it is gone.
    ///
    /// - `orphans`: processes of its that have lost their parents.
    package static func count(ofTreeFrom process: pid_t, orphans: [pid_t]) -> UInt64? {
        let own = threads(of: process)
        guard !own.isEmpty else { return nil }
        let others = Set(
            ProcessMemory.descendants(of: process) + orphans.flatMap { [$0] + ProcessMemory.descendants(of: $0) })
        return others.reduce(UInt64(own.count)) { $0 &+ UInt64(threads(of: $1).count) }
    }

    static func threads(of process: pid_t) -> [pid_t] {
        do throws(SystemError) {
            return try Directory(opening: "/proc/\(process)/task").names().compactMap { pid_t($0) }
        } catch { return [] }
    }
}
