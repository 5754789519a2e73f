// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Logging
internal import ProcessSupervision
internal import Synchronization
internal import SystemSupport

extension ExtensionSupervisor {
    /// Bytes at which the kernel stops the control group.
    var hardLimit: UInt64 { ControlGroups.hardLimit(for: launch.memory) }

    /// Ends an extension that has used up its run time or more memory than it may.
    func meter(_ child: ExtensionChild) {
        if let used = memory(of: child), used > launch.memory { end(.memory(used: used)) }
        let late = state.withLock { state in
            state.call.flatMap { state.used + (.now - $0.began) >= .seconds(launch.runTime) ? $0.entryPoint : nil }
        }
        if let late { end(.hung(entryPoint: late)) }
    }

    /// Bytes of anonymous memory of the extension and of all that it has started; nil when it is gone.
    private func memory(of child: ExtensionChild) -> UInt64? {
        guard let group = child.group else {
            // What has lost its parent is the extension's own child in a confinement with numbers of its own.
            let orphans = child.isBubblewrap ? [] : DescendantProcesses.orphans(of: child.pid)
            return ProcessMemory.anonymous(ofTreeFrom: child.extensionID, orphans: orphans)
        }
        let own = ProcessMemory.anonymous(of: child.extensionID)
        do throws(SystemError) {
            // Only a part of it may have been killed.
            if try group.hasRunOut() { return max(hardLimit, launch.memory &+ 1) }
            let all = try group.anonymousMemory() ?? 0
            let others = child.isBubblewrap ? ProcessMemory.anonymous(of: child.pid) ?? 0 : 0
            // A kernel with many processors adds a group up now and then only, and each process at once.
            return max(all > others ? all - others : 0, own ?? 0)
        } catch { return own }
    }

    // MARK: Control groups

    /// The group of this run; nil where there are none.
    func makeGroup() -> ControlGroup? {
        guard let groups = launch.metering.groups else { return nil }
        do throws(SystemError) { return try groups.makeGroup(memory: launch.memory) } catch {
            logger.warning("\(launch.extensionID) gets no control group, and is measured without one: \(error)")
            return nil
        }
    }

    /// Ends what is left in a group, and removes it.
    func remove(_ group: ControlGroup) {
        do throws(SystemError) {
            if try !group.endProcesses() {
                logger.error("processes of \(launch.extensionID) in \(group.path) do not end")
            }
            try group.remove()
        } catch { logger.warning("a control group of \(launch.extensionID) is left: \(error)") }
    }
}
