// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MessageBus
internal import ProcessSupervision
internal import SystemPackage
internal import SystemSupport

/// An app that systemd runs as a unit of its own: with limits for all its processes together, and it is there whatever becomes of the service.
/// Belongs to one thread.
final class AppUnit {
    private static let prefix = "app-backgroundassets-"
    private static let ending = ".service"
    /// Microseconds that systemd may take to answer, and to start a program.
    private static let patience: UInt64 = 5_000_000
    private static let backgroundWeight: UInt64 = 20
    /// What an app has to end by itself, in microseconds.
    private static let stopTime: UInt64 = 5_000_000

    let name: String
    let processID: Int32
    private let bus: BusConnection
    private let limits: AppLimits?

    private init(name: String, processID: Int32, bus: BusConnection, limits: AppLimits?) {
        self.name = name
        self.processID = processID
        self.bus = bus
        self.limits = limits
    }

    /// Starts an app.
    ///
    /// - `address`: of the session bus, at which the user's systemd answers.
    /// - `output`: for what it prints.
    /// - Returns: when it is executed.
    /// - Throws: when no systemd answers there, or it does not start the app.
    static func start(_ launch: AppLaunch, output: Int32, address: String) throws(SystemError) -> AppUnit {
        let bus = try BusConnection(to: address, patience: patience)
        let name = name(of: launch.bundleID, number: .random(in: 0...UInt32.max))
        let unit = TransientUnit(
            name: name, description: launch.bundleID,
            // As systemd sorts the units of a desktop.
            slice: launch.limits == nil ? "app.slice" : "background.slice", executable: launch.executable,
            directory: launch.directory, environment: launch.environment, output: output, stopTime: stopTime,
            limits: launch.limits.map { UnitLimits(memory: $0.memory, tasks: $0.tasks, weight: backgroundWeight) })
        do throws(SystemError) {
            let result = try bus.start(unit, patience: patience)
            guard result == "done", let number = try bus.property("ExecMainPID", of: name)?.number,
                let processID = Int32(exactly: number), processID > 0
            else {
                throw SystemError(errno: .execFormatError, operation: "have systemd start", subject: launch.executable)
            }
            return AppUnit(name: name, processID: processID, bus: bus, limits: launch.limits)
        } catch {
            // It is not to begin later, when it is somebody else's turn.
            if error.errno == .timedOut { try bus.stop(name) }
            guard BusConnection.isLost(error) else { throw error }
            // It may have begun by then, and is not started once more beside that.
            throw SystemError(errno: .timedOut, operation: "hear of the start of", subject: launch.executable)
        }
    }

    /// Whether its program runs, as far as systemd knows.
    func isRunning() throws(SystemError) -> Bool {
        try bus.property("MainPID", of: name)?.number == Int64(processID)
    }

    /// How its program has ended, which systemd hears of a moment later than whoever watches the process.
    func end() throws(SystemError) -> ProcessEnd {
        try bus.watchUnit(name)
        while try bus.property("ExecMainExitTimestamp", of: name)?.number == 0 {
            try bus.process()
            // What a call has read meanwhile is no event of the descriptor.
            if bus.takeChange() { continue }
            var waiting = [bus.waiting]
            guard poll(&waiting, 1, Int32(Self.patience / 1000)) != 0 else { return .unknown }
        }
        if let limits, try bus.property("Result", of: name)?.text == "oom-kill" { return .memory(limits.memory) }
        guard let code = try bus.property("ExecMainCode", of: name)?.number,
            let status = try bus.property("ExecMainStatus", of: name)?.number.flatMap(Int32.init(exactly:))
        else { return .unknown }
        return code == CLD_EXITED ? .status(status) : .signal(status)
    }

    // MARK: Names

    /// As desktops name the units of apps: the identifier's hyphens would divide the name.
    static func name(of bundleID: String, number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return prefix + bundleID.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\x2d")
            + "@"
            + String(repeating: "0", count: 8 - digits.count) + digits + ending
    }

    /// The unit of a process; nil for one that has none of ours.
    static func name(ofProcess processID: Int32) -> String? {
        let path = "/proc/\(processID)/cgroup"
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
            return name(inGroups: String(decoding: try file.readAll(limit: 1 << 20, subject: path), as: UTF8.self))
        } catch { return nil }
    }

    static func name(inGroups text: String) -> String? {
        for line in text.split(separator: "\n") {
            // Its processes may have groups below.
            for part in line.split(separator: "/") where part.hasPrefix(prefix) && part.hasSuffix(ending) {
                return String(part)
            }
        }
        return nil
    }

    /// An app may use what others may: a person has it in front.
    static func lift(_ name: String, address: String) throws(SystemError) {
        try BusConnection(to: address, patience: patience).limit(name, to: .none)
    }
}
