// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Finds the group beneath which a service can make groups that count memory.
struct ControlGroupChoice: Sendable {
    /// Where the service itself goes when the others are to have controllers: a group that has some for those in it has no
    /// processes of its own.
    static let ownName = "backgroundassetsd"

    /// A process as the kernel tells of it: `/proc/self`.
    let process: String
    let processID: pid_t

    init(process: String = "/proc/self", processID: pid_t = getpid()) {
        self.process = process
        self.processID = processID
    }

    /// Where the process is; the reason, for a person, when it is nowhere.
    func place(_ version: ControlGroupVersion) throws(ControlGroupPlace.Absence) -> ControlGroupPlace {
        let (mounts, groups): (String, String)
        do throws(SystemError) { (mounts, groups) = (try text(of: "mountinfo"), try text(of: "cgroup")) } catch {
            throw .init(reason: "\(error)")
        }
        return try ControlGroupPlace(version, mounts: mounts, groups: groups)
    }

    /// Where the groups of a version are mounted; nil where there are none, of which `parent` tells the reason.
    func mount(_ version: ControlGroupVersion) -> String? {
        do throws(ControlGroupPlace.Absence) { return try place(version).mount } catch { return nil }
    }

    /// The group to make groups in. For version 2 this may move the process, which must be alone in its group, one group down.
    ///
    /// - Throws: what keeps it from that, for a person.
    func parent(_ version: ControlGroupVersion) throws(ControlGroupPlace.Absence) -> String {
        let place = try place(version)
        switch version {
        case .first:
            try checkWritable(place.folder, .first)
            return place.folder
        case .second: return try secondParent(place)
        }
    }

    private func secondParent(_ place: ControlGroupPlace) throws(ControlGroupPlace.Absence) -> String {
        // A service that goes on as a new executable is where the one before it has gone.
        if place.folder != place.mount, place.folder.hasSuffix("/" + Self.ownName) {
            let above = String(place.folder.dropLast(Self.ownName.utf8.count + 1))
            if words(of: "cgroup.subtree_control", in: above).contains("memory") {
                try checkWritable(above, .second)
                return above
            }
        }
        guard words(of: "cgroup.controllers", in: place.folder).contains("memory") else {
            throw .init(reason: "the service's control group (\(place.folder)) has no memory controller")
        }
        try checkWritable(place.folder, .second)
        if words(of: "cgroup.subtree_control", in: place.folder).contains("memory") { return place.folder }
        // What belongs to others stays where it is.
        guard words(of: "cgroup.procs", in: place.folder) == ["\(processID)"] else {
            throw .init(reason: "other processes are in the service's control group (\(place.folder))")
        }
        do throws(SystemError) { try makeRoom(in: place.folder) } catch {
            throw .init(reason: "\(error)")
        }
        return place.folder
    }

    private func makeRoom(in folder: String) throws(SystemError) {
        let own = folder + "/" + Self.ownName
        if mkdir(own, 0o700) != 0, errno != EEXIST {
            throw SystemError(errno: .init(rawValue: errno), operation: "make the control group", subject: own)
        }
        let group = ControlGroup(.second, path: folder)
        do throws(SystemError) {
            try ControlGroup(.second, path: own).write("\(processID)", to: "cgroup.procs")
            try group.write("+memory", to: "cgroup.subtree_control")
        } catch {
            try group.write("\(processID)", to: "cgroup.procs")
            rmdir(own)
            throw error
        }
    }

    private func checkWritable(
        _ folder: String, _ version: ControlGroupVersion
    ) throws(ControlGroupPlace.Absence) {
        for path in [folder, folder + "/cgroup.procs"] where access(path, W_OK) != 0 {
            throw .init(
                reason: errno == EACCES || errno == EPERM
                    ? "the service's control group (\(folder)) is not its own to change"
                        + (version == .second ? "; systemd hands it over where a unit says Delegate=memory" : "")
                    : "the service's control group (\(folder)) cannot be changed")
        }
    }

    /// Of a short file; none when it cannot be read, or is not there.
    private func words(of name: String, in folder: String) -> [Substring] {
        do throws(SystemError) {
            return try ControlGroup(.second, path: folder).text(of: name).split { $0.isWhitespace }
        } catch { return [] }
    }

    private func text(of name: String) throws(SystemError) -> String {
        let path = process + "/" + name
        let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
        return String(decoding: try file.readAll(limit: 4 << 20, subject: path), as: UTF8.self)
    }
}
