// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import Glibc
package import Logging
internal import Synchronization
package import SystemSupport

/// What extensions, and apps that are woken, have started themselves: it ends with them, in whatever process group or session it is.
///
/// A service that adopts orphans becomes the parent of what an extension leaves behind. Every child of its own is on
/// record here; any other is such an orphan.
package enum DescendantProcesses {
    private struct State {
        var adopts = false
        var own: Set<Int32> = []
        /// What all that is started is marked by.
        var mark: ExtensionMark?
    }

    private static let state = Mutex(State())

    /// From now on this process is the parent of its descendants' orphans, all of which it ends. For a process whose
    /// children are extensions and nothing else, and the only service of a root: what extensions of an earlier one have left, which
    /// was killed, is ended here.
    package static func adoptOrphans(ofServiceIn root: String, logger: Logger) throws(SystemError) {
        try retrying("adopt", "orphans") { ba_adopt_orphans() }
        let mark = ExtensionMark(root: root)
        state.withLock { state in
            state.adopts = true
            state.mark = mark
        }
        do throws(SystemError) {
            let count = try mark.endProcesses()
            if count > 0 { logger.notice("ended \(count) processes that extensions of an earlier service had left") }
        } catch { logger.error("what extensions of an earlier service have left may run on: \(error)") }
    }

    /// Starts a child, so that it is on record before anybody looks for orphans.
    ///
    /// - `isMarked`: whether the next service ends it when this one is killed.
    package static func start(_ launcher: ProcessLauncher, isMarked: Bool = true) throws(SystemError) -> pid_t {
        try state.withLock { state throws(SystemError) in
            var launcher = launcher
            launcher.mark = isMarked ? state.mark?.value ?? 0 : 0
            let pid = try launcher.start()
            state.own.insert(pid)
            return pid
        }
    }

    /// A child has been reaped: what it has left behind is ended.
    ///
    /// - Throws: when it cannot be known which processes those are; the child counts as ended all the same.
    package static func ended(_ pid: pid_t) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            state.own.remove(pid)
            guard state.adopts else { return }
            // To look at all processes of the system takes its time, and others may not start meanwhile.
            if state.own.isEmpty, !ba_has_children() { return }
            // The children of an orphan become orphans when it ends.
            for _ in 0..<100 {
                let orphans = try children().filter { !state.own.contains($0) }
                if orphans.isEmpty { return }
                for orphan in orphans {
                    _ = Glibc.kill(orphan, SIGKILL)
                    var status: Int32 = 0
                    while waitpid(orphan, &status, 0) < 0, errno == EINTR {}
                }
            }
        }
    }

    /// What processes of a process group have left behind, which is still in that group.
    ///
    /// An orphan that has gone into a group of its own could be anybody's: it is ended here, for nobody would be charged for
    /// it.
    package static func orphans(of group: pid_t) -> [pid_t] {
        state.withLock { state in
            guard state.adopts else { return [] }
            return ProcessMemory.children(of: getpid()).filter { orphan in
                if state.own.contains(orphan) { return false }
                let orphansGroup = getpgid(orphan)
                if orphansGroup == group { return true }
                // Dead ones are waited for when the extension is.
                if orphansGroup > 0, !state.own.contains(orphansGroup) { _ = Glibc.kill(orphan, SIGKILL) }
                return false
            }
        }
    }

    /// The children of this process, dead ones that nobody has waited for included.
    private static func children() throws(SystemError) -> [Int32] {
        let parent = getpid()
        return try Directory(opening: "/proc").names().compactMap { Int32($0) }.filter {
            ba_parent_process($0) == parent
        }
    }
}
