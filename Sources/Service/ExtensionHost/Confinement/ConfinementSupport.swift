// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// What of a confinement the kernel can keep.
package struct ConfinementSupport: Equatable, Sendable {
    /// The version of Landlock; nil without it.
    package var fileRules: Int?
    package var filtersCalls: Bool

    package init(fileRules: Int?, filtersCalls: Bool) {
        self.fileRules = fileRules
        self.filtersCalls = filtersCalls
    }

    /// Of the kernel that runs.
    package static var current: ConfinementSupport {
        ConfinementSupport(fileRules: FileAccessRules.version, filtersCalls: FileAccessRules.filtersCalls)
    }

    /// What is in force, for a person.
    package var description: String {
        let files = fileRules.map { "to their files by Landlock, version \($0)" } ?? "not to their files"
        let calls =
            filtersCalls ? "from network and other processes by seccomp" : "not from network and other processes"
        return "extensions are confined \(files), and kept \(calls)"
    }

    /// What is missing, and what to do; nil when nothing is.
    package var problem: String? {
        if fileRules == nil {
            return
                "this kernel has no Landlock, or it is switched off (`lsm=` of the kernel's command line): an extension "
                + "can read and change what its user can"
        }
        if !filtersCalls {
            return "this kernel filters no system calls: an extension can reach the network and other processes"
        }
        return nil
    }
}
