// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Logging
internal import ProcessSupervision
internal import SystemPackage
internal import SystemSupport

/// Keeps in mind where a service has made control groups, so that the next one of the same root finds what was left when it
/// was killed, also when that one is in another group itself.
struct ControlGroupRecord: Sendable {
    /// In the root: the version, a blank, and what the paths of all groups begin with.
    static let name = "control-groups"
    private static let sizeLimit = 64 << 10

    let root: String

    /// What the names of all groups of the services of this root begin with, and of no others.
    var prefix: String {
        "background-assets-" + String(RootHash.of(root), radix: 16) + "-"
    }

    /// Notes where groups will be made, before any is.
    func write(_ groups: ControlGroups) throws(SystemError) {
        let text = "\(groups.version.rawValue) \(groups.parent)/\(prefix)\n"
        // It need not outlast the system, for groups do not.
        try Directory(opening: root).writeAtomically(Array(text.utf8), to: Self.name, isDurable: false)
    }

    /// Ends and removes what the service before has left.
    ///
    /// - `mounts`: where there are control groups: what is elsewhere is none.
    func removeLeftovers(mounts: [String], logger: Logger) {
        do throws(SystemError) {
            for groups in try read() where mounts.contains(where: { (groups.parent + "/").hasPrefix($0 + "/") }) {
                do throws(SystemError) { try groups.removeLeftovers() } catch  where error.isAbsence {
                    // Its own group has gone, with all that was in it.
                }
            }
        } catch { logger.warning("control groups of an earlier service may be left: \(error)") }
    }

    private func read() throws(SystemError) -> [ControlGroups] {
        let path = root + "/" + Self.name
        let text: String
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "open", path)
            text = String(decoding: try file.readAll(limit: Self.sizeLimit, subject: path), as: UTF8.self)
        } catch  where error.isAbsence { return [] }
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let version = Int(words[0]).flatMap(ControlGroupVersion.init),
                words[1].hasSuffix("/" + prefix)
            else { return nil }
            return ControlGroups(version, parent: String(words[1].dropLast(prefix.utf8.count + 1)), prefix: prefix)
        }
    }
}

extension SystemError {
    fileprivate var isAbsence: Bool { errno == .noSuchFileOrDirectory }
}
