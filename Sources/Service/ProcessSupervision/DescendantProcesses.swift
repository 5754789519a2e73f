// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import Glibc
package import Logging
internal import Synchronization
package import SystemSupport

/// What extensions, and apps that are woken, have started themselves: it ends with them, in whatever process group or session it is. What an
/// app has started that a person has opened is theirs.
///
/// A service that adopts orphans becomes the parent of what its children leave behind. Every child of its own is on
/// record here; any other is such an orphan, which is ended unless its process group is that of a child, or it carries no mark.
package enum DescendantProcesses {
    private struct State {
        var adopts = false
        /// The children that somebody looks after.
        var own: Set<Int32> = []
        /// The children that this process had before it executed what it executes now, and that nobody has taken up.
        var inherited: Set<Int32> = []
        /// Those that a person has had in front: what is in their process groups is theirs.
        var lifted: Set<Int32> = []
        var marks: [ProcessMark.Bearer: ProcessMark] = [:]

        /// Whether a child was left behind by one that has ended, and is nobody's.
        func isStray(_ child: Int32) -> Bool {
            if own.contains(child) || inherited.contains(child) { return false }
            let group = getpgid(child)
            if own.contains(group) || inherited.contains(group) || lifted.contains(group) { return false }
            return marks.values.contains { $0.isCarried(by: child) }
        }
    }

    private static let state = Mutex(State())

    /// From now on this process is the parent of its descendants' orphans. For a process whose children are extensions and apps and nothing
    /// else, and the only service of a root: what extensions of an earlier one have left, which was killed, is ended here.
    package static func adoptOrphans(ofServiceIn root: String, logger: Logger) throws(SystemError) {
        try retrying("adopt", "orphans") { ba_adopt_orphans() }
        let mark = ProcessMark(of: .extensions, root: root)
        state.withLock { state in
            state.adopts = true
            state.marks = [.extensions: mark, .apps: ProcessMark(of: .apps, root: root)]
        }
        do throws(SystemError) {
            let count = try mark.endProcesses()
            if count > 0 { logger.notice("ended \(count) processes that extensions of an earlier service had left") }
        } catch { logger.error("what extensions of an earlier service have left may run on: \(error)") }
        do throws(SystemError) {
            let children = try children().filter { !reapDead($0) }
            state.withLock { $0.inherited = Set(children) }
        } catch { logger.error("which apps an earlier service has started is not known: \(error)") }
    }

    /// Starts a child, so that it is on record before anybody looks for orphans.
    package static func start(
        _ launcher: ProcessLauncher, as kind: DescendantKind = .downloaderExtension
    ) throws(SystemError) -> pid_t {
        try state.withLock { state throws(SystemError) in
            var launcher = launcher
            launcher.mark =
                switch kind {
                case .downloaderExtension: state.marks[.extensions]?.value ?? 0
                case .backgroundApp: state.marks[.apps]?.value ?? 0
                case .openedApp: 0
                }
            let pid = try launcher.start()
            state.own.insert(pid)
            // A number is given again when nothing is left in the process group of before.
            state.lifted.remove(pid)
            return pid
        }
    }

    /// Whether a process is a child that was started before this process executed what it executes now. Whoever has asked looks after it, and
    /// waits for it.
    package static func takeUp(_ pid: pid_t) -> Bool {
        state.withLock { state in
            guard state.inherited.remove(pid) != nil else { return false }
            state.own.insert(pid)
            return true
        }
    }

    /// A child is a person's from now on, and so is what it starts, or has started.
    package static func lift(_ pid: pid_t) { state.withLock { _ = $0.lifted.insert(pid) } }

    /// A child has been reaped: what it has left behind is ended, unless it is a person's.
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
                // Who has ended, and is nobody's, is waited for by nobody else.
                let others = try children().filter { !state.own.contains($0) }
                for dead in others where reapDead(dead) { state.inherited.remove(dead) }
                let strays = others.filter(state.isStray)
                if strays.isEmpty { return }
                for stray in strays {
                    _ = Glibc.kill(stray, SIGKILL)
                    var status: Int32 = 0
                    while waitpid(stray, &status, 0) < 0, errno == EINTR {}
                }
            }
        }
    }

    /// Ends what an app in the background has left behind in its process group, which an earlier service had started.
    package static func endRemains(ofGroup group: pid_t) throws(SystemError) {
        // To look at all processes takes its time, and others may start meanwhile.
        let mark = state.withLock { $0.marks[.apps] }
        _ = try mark?.endProcesses(inGroup: group)
    }

    /// What processes of a process group have left behind, which is still in that group.
    ///
    /// An orphan that carries a mark and has gone into a group of its own could be anybody's: it is ended here, for nobody would be charged
    /// for it.
    package static func orphans(of group: pid_t) -> [pid_t] {
        state.withLock { state in
            guard state.adopts else { return [] }
            return ProcessMemory.children(of: getpid()).filter { orphan in
                if state.own.contains(orphan) { return false }
                if getpgid(orphan) == group { return true }
                // Dead ones are waited for when a child is.
                if state.isStray(orphan) { _ = Glibc.kill(orphan, SIGKILL) }
                return false
            }
        }
    }

    /// Waits for what has ended, and was left behind by children that are a person's: nobody else does.
    package static func reapOrphans() {
        state.withLock { state in
            guard state.adopts else { return }
            for child in ProcessMemory.children(of: getpid())
            where !state.own.contains(child) && reapDead(child) { state.inherited.remove(child) }
        }
    }

    /// The children of this process, dead ones that nobody has waited for included.
    private static func children() throws(SystemError) -> [Int32] {
        let parent = getpid()
        return try Directory(opening: "/proc").names().compactMap { Int32($0) }.filter {
            ba_parent_process($0) == parent
        }
    }

    /// - Returns: whether a child is gone.
    private static func reapDead(_ child: Int32) -> Bool {
        var status: Int32 = 0
        while true {
            let found = waitpid(child, &status, WNOHANG)
            if found < 0, errno == EINTR { continue }
            return found != 0
        }
    }
}
