// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// What keeps extensions to their files and away from others on this system, and why nothing better does.
package struct ConfinementSupport: Equatable, Sendable {
    /// What keeps them to their files, from the best to the least.
    package enum Way: String, CaseIterable, Sendable {
        /// The kernel's rules for files.
        case landlock
        /// A view of the file system that has nothing else, made by `bwrap`.
        case bubblewrap
        /// Nothing: files as the user may, and the rest of the confinement all the same.
        case none
    }

    package var way: Way
    /// The version of Landlock; nil without it.
    package var fileRules: Int?
    package var filtersCalls: Bool
    /// Why better ways than this one are closed, for a person.
    package var obstacles: [String]

    package init(way: Way, fileRules: Int?, filtersCalls: Bool, obstacles: [String] = []) {
        self.way = way
        self.fileRules = fileRules
        self.filtersCalls = filtersCalls
        self.obstacles = obstacles
    }

    /// The best there is.
    package static let current = find()

    /// Looks for the best way that is no better than `limit`, which is for tests and for those who look for faults.
    package static func find(from limit: Way = .landlock) -> ConfinementSupport {
        var support = ConfinementSupport(
            way: .landlock, fileRules: FileAccessRules.version, filtersCalls: FileAccessRules.filtersCalls)
        if limit == .landlock, support.fileRules != nil { return support }
        support.obstacles.append(
            limit == .landlock
                ? "this kernel has no Landlock, or it is switched off (`lsm=` of the kernel's command line)"
                : "Landlock is not to be used")
        support.fileRules = nil
        support.way = .bubblewrap
        guard limit != .none else {
            support.obstacles.append("bubblewrap is not to be used")
            support.way = .none
            return support
        }
        if let obstacle = Bubblewrap.obstacle() {
            support.obstacles.append(obstacle)
            support.way = .none
        }
        return support
    }

    /// What is in force, for a person.
    package var description: String {
        if way == .none, !filtersCalls { return "extensions are not confined at all" }
        let files: String? =
            switch way {
            case .landlock: "to their files by Landlock, version \(fileRules ?? 0)"
            case .bubblewrap: "to their files by bubblewrap (\(obstacles.joined(separator: "; ")))"
            case .none: nil
            }
        let calls =
            switch (filtersCalls, way) {
            case (true, _): "from network and other processes by seccomp"
            case (false, .bubblewrap): "from network and other processes by namespaces"
            case (false, _): "not from network and other processes"
            }
        guard let files else { return "extensions are kept \(calls), and are not confined to their files" }
        return "extensions are confined \(files), and kept \(calls)"
    }

    /// What is missing, and what to do; nil when nothing is.
    package var problem: String? {
        if way == .none {
            return "\(obstacles.joined(separator: "; ")): an extension can read and change what its user can"
        }
        if !filtersCalls, way == .landlock {
            return "this kernel filters no system calls: an extension can reach the network and other processes"
        }
        return nil
    }
}
