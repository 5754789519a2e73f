// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import Glibc
internal import SystemSupport

/// Who comes first at the processor and the disk. Both can be given and taken back without privileges, unlike niceness.
package enum ProcessPriority: Sendable {
    case normal
    /// Behind what a person waits for.
    case background

    /// Sets it for a process and for all that come of it, as far as they are there.
    package func set(ofTreeFrom process: pid_t) {
        for member in [process] + ProcessMemory.descendants(of: process) {
            for thread in ProcessTasks.threads(of: member) { set(of: thread) }
        }
    }

    /// A thread that has ended meanwhile takes nothing.
    private func set(of thread: pid_t) {
        _ = ba_set_background(thread, self == .background)
    }
}
