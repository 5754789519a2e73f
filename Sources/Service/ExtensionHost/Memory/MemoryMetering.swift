// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Logging
internal import SystemSupport

/// How the memory of extensions is counted, and why there is no better way.
package struct MemoryMetering: Sendable {
    /// From the best to the least.
    package enum Way: Equatable, Sendable {
        /// By a control group for each run: all its processes together, with a hard stop.
        case groups(ControlGroupVersion)
        /// By what the kernel tells of each process.
        case processes
    }

    /// Why better ways than this one are closed, for a person.
    package let obstacles: [String]
    let groups: ControlGroups?

    package var way: Way { groups.map { .groups($0.version) } ?? .processes }

    init(groups: ControlGroups?, obstacles: [String]) {
        self.groups = groups
        self.obstacles = obstacles
    }

    /// By processes, and why.
    package static func processes(_ obstacles: [String] = []) -> MemoryMetering {
        MemoryMetering(groups: nil, obstacles: obstacles)
    }

    /// Chooses the best way there is, and removes what a service of the same root that was killed has left.
    ///
    /// For a process that is the service: it may move into a group of its own.
    ///
    /// - `root`: the folder of the service's state, which keeps in mind where groups are made.
    package static func prepare(root: String, logger: Logger) -> MemoryMetering {
        prepare(root: root, choice: ControlGroupChoice(), logger: logger)
    }

    static func prepare(root: String, choice: ControlGroupChoice, logger: Logger) -> MemoryMetering {
        let record = ControlGroupRecord(root: root)
        let versions = [ControlGroupVersion.second, .first]
        record.removeLeftovers(mounts: versions.compactMap { choice.mount($0) }, logger: logger)
        var obstacles: [String] = []
        for version in versions {
            do throws(ControlGroupPlace.Absence) {
                let groups = ControlGroups(version, parent: try choice.parent(version), prefix: record.prefix)
                do throws(SystemError) { try groups.check() } catch { throw .init(reason: "\(error)") }
                do throws(SystemError) { try record.write(groups) } catch {
                    logger.warning("control groups that a killed service leaves would not be found: \(error)")
                }
                return MemoryMetering(groups: groups, obstacles: obstacles)
            } catch { obstacles.append(error.reason) }
        }
        return processes(obstacles)
    }

    /// What is in force, for a person.
    package var description: String {
        let means =
            switch way {
            case .groups(let version):
                "by a control group (version \(version.rawValue)) for each run: all its processes together, and what grows "
                    + "faster than it is counted is stopped at \(ControlGroups.hardLimitFactor) times the limit"
            case .processes: "process by process, as the kernel tells of each"
            }
        let reasons = obstacles.isEmpty ? "" : " (no better way: \(obstacles.joined(separator: "; ")))"
        return "the anonymous memory of extensions is counted \(means)\(reasons)"
    }
}
