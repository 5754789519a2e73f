// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import Logging
internal import ProcessSupervision
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

extension ExtensionSupervisor {
    /// The number of the first process of a system: a process that `bwrap` has confined is that in its own eyes.
    private static let firstProcess: Int32 = 1

    /// What keeps the process to what it may, with what its program needs for that.
    private enum Care {
        case free
        /// Where nothing keeps it to its files the rest holds all the same.
        case filter
        case rules(Confinement, ProgramParts)
        case bubblewrap(Confinement, ProgramParts)
    }

    /// Starts the process in its confinement, and in a control group of its own where there are such.
    func startChild(
        environment: [String: String], descriptors: [Int32]
    ) throws(ExtensionError) -> ExtensionChild {
        defer { for descriptor in descriptors { close(descriptor) } }
        let group = makeGroup()
        do throws(ExtensionError) {
            return try startChild(in: group, environment: environment, descriptors: descriptors)
        } catch {
            if let group { remove(group) }
            // It may be the group that could not be joined, which is no reason not to run.
            guard group != nil, case .cannotStart = error else { throw error }
        }
        let child = try startChild(in: nil, environment: environment, descriptors: descriptors)
        logger.warning("\(launch.extensionID) could not be started in a control group, and is measured without one")
        return child
    }

    private func startChild(
        in group: ControlGroup?, environment: [String: String], descriptors: [Int32]
    ) throws(ExtensionError) -> ExtensionChild {
        let care = try care()
        let child: ExtensionChild
        do throws(SystemError) {
            child = try spawn(in: group, with: care, environment: environment, descriptors: descriptors)
        } catch { throw .cannotStart(extensionID: launch.extensionID, error) }
        if child.isBubblewrap { try findConfined(child) }
        state.withLock { state in
            state.processID = child.extensionID
            state.handle = child.handle
        }
        return child
    }

    private func care() throws(ExtensionError) -> Care {
        guard let confinement = launch.confinement else { return .free }
        do throws(ProgramFault) {
            return switch launch.confinementWay {
            case .landlock: .rules(confinement, try ProgramParts(of: launch.executable))
            case .bubblewrap: .bubblewrap(confinement, try ProgramParts(of: launch.executable))
            case .none: .filter
            }
        } catch {
            if case .system(let error) = error { throw .cannotStart(extensionID: launch.extensionID, error) }
            throw .cannotConfine(extensionID: launch.extensionID, reason: "\(error)")
        }
    }

    private func spawn(
        in group: ControlGroup?, with care: Care, environment: [String: String], descriptors: [Int32]
    ) throws(SystemError) -> ExtensionChild {
        let (reader, input) = try ChildOutput.pipe()
        let output = PipeReader(OwnedDescriptor(taking: reader))
        defer { close(input) }
        var launcher = ProcessLauncher(executable: launch.executable, environment: environment)
        launcher.directory = launch.directory
        launcher.descriptors = descriptors
        launcher.standardOutput = input
        launcher.standardError = input
        launcher.diesWithParent = true
        launcher.ownProcessGroup = true
        guard let group else { return try confine(launcher, with: care, output: output, group: nil) }
        let entrance = try group.entrance()
        (launcher.group, launcher.groupVersion) = (entrance.rawValue, Int32(group.version.rawValue))
        return try confine(launcher, with: care, output: output, group: group)
    }

    private func confine(
        _ launcher: ProcessLauncher, with care: Care, output: PipeReader, group: ControlGroup?
    ) throws(SystemError) -> ExtensionChild {
        var launcher = launcher
        switch care {
        case .free: return try start(launcher, output: output, group: group, status: -1)
        case .rules(let confinement, let parts):
            launcher.isConfined = true
            let rules = try confinement.rules(for: parts)
            launcher.fileRules = rules.descriptor.rawValue
            return try start(launcher, output: output, group: group, status: -1)
        case .bubblewrap(let confinement, let parts):
            return try startBubblewrap(launcher, confinement, parts, output: output, group: group)
        case .filter:
            launcher.isConfined = true
            return try start(launcher, output: output, group: group, status: -1)
        }
    }

    private func startBubblewrap(
        _ launcher: ProcessLauncher, _ confinement: Confinement, _ parts: ProgramParts, output: PipeReader,
        group: ControlGroup?
    ) throws(SystemError) -> ExtensionChild {
        guard access(launch.executable, X_OK) == 0 else {
            throw SystemError(errno: .init(rawValue: errno), operation: "start", subject: launch.executable)
        }
        // It would take this for a script of the shell's.
        guard parts.image.isProgram else {
            throw SystemError(errno: .init(rawValue: ENOEXEC), operation: "start", subject: launch.executable)
        }
        let (status, report) = try ChildOutput.pipe()
        defer { close(report) }
        do throws(SystemError) {
            let program = try CallFilter.program(process: Self.firstProcess)
            let (filter, writer) = try ChildOutput.pipe()
            defer { close(filter) }
            // A pipe takes more than a filter has.
            try OwnedDescriptor(taking: writer).writeAll(program, subject: "a filter of system calls")
            var launcher = launcher
            let next = 3 + Int32(launcher.descriptors.count)
            launcher.executable = Bubblewrap.path
            launcher.arguments = confinement.bubblewrapArguments(
                for: parts, directory: launch.directory, filter: program.isEmpty ? nil : next + 1,
                status: next)
            launcher.descriptors += program.isEmpty ? [report] : [report, filter]
            return try start(launcher, output: output, group: group, status: status)
        } catch {
            close(status)
            throw error
        }
    }

    /// - `status`: is closed when nothing is thrown.
    private func start(
        _ launcher: ProcessLauncher, output: PipeReader, group: ControlGroup?, status: Int32
    ) throws(SystemError) -> ExtensionChild {
        let pid = try DescendantProcesses.start(launcher)
        do throws(SystemError) {
            let process = try OwnedDescriptor(checking: ba_pidfd_open(pid), "watch", launch.executable)
            let printed = ChildOutput(output, of: launch.extensionID, logger: logger)
            return ExtensionChild(pid: pid, process: process, output: printed, group: group, status: status)
        } catch {
            _ = Glibc.kill(pid, SIGKILL)
            _ = wait(for: pid)
            throw error
        }
    }

    /// Waits until `bwrap` tells what process it has made.
    private func findConfined(_ child: ExtensionChild) throws(ExtensionError) {
        var isOpen = true
        while isOpen, !child.told.contains(UInt8(ascii: "\n")) {
            var watched = pollfd(fd: child.status, events: Int16(POLLIN), revents: 0)
            // It waits for nobody: one that takes so long hangs, and nobody else would notice.
            isOpen = poll(&watched, 1, Bubblewrap.patience) != 0 && readStatus(of: child)
        }
        if let number = BubblewrapStatus(child.told).process { return child.found(number) }
        _ = Glibc.kill(child.pid, SIGKILL)
        _ = wait(for: child.pid)
        // What it said of why is its last line; nothing runs any more that could say another.
        child.output.finish()
        let said = child.output.lastLine
        throw .neverRan(
            extensionID: launch.extensionID, reason: said.isEmpty ? "\(Bubblewrap.path) has failed" : said)
    }
}
