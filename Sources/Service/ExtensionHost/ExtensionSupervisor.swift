// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Foundation
internal import Glibc
internal import Logging
internal import Synchronization
internal import SystemSupport

/// The thread that starts an extension and stays until it is gone.
///
/// A thread of its own, because the kernel kills the child when the thread that started it ends (PR_SET_PDEATHSIG), and
/// pool threads come and go. It reads what the extension prints, measures its memory, and watches its run time.
final class ExtensionSupervisor: Sendable {
    /// Why the service ended the process.
    enum Ending: Equatable, Sendable {
        case done
        case hung(entryPoint: String)
        case memory(used: UInt64)
        /// It had ended its connection, and lived on unless it was ending too.
        case disconnected
    }

    private struct State {
        var processID: Int32 = 0
        var ending: Ending?
        /// The call under way.
        var call: (entryPoint: String, began: ContinuousClock.Instant)?
        /// The run time of the calls before it.
        var used: Duration = .zero
        var status: Int32?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Lines that it has printed.
        var lines = 0
    }

    /// Lines that are logged of one run.
    private static let lineLimit = 1000
    /// Reads of the pipe after the end of the process: more than a pipe holds.
    private static let lastReads = 64

    private let launch: ExtensionLaunch
    private let logger: Logger
    private let state = Mutex(State())

    private init(launch: ExtensionLaunch, logger: Logger) {
        self.launch = launch
        self.logger = logger
    }

    var processID: Int32 { state.withLock { $0.processID } }

    /// Starts the thread and the process. `descriptors` are closed here once the child has them.
    static func start(
        _ launch: ExtensionLaunch, environment: [String: String], descriptors: [Int32], logger: Logger
    ) async throws(SystemError) -> ExtensionSupervisor {
        let supervisor = ExtensionSupervisor(launch: launch, logger: logger)
        let result: Result<Void, SystemError> = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                supervisor.run(environment: environment, descriptors: descriptors) {
                    continuation.resume(returning: $0)
                }
            }
        }
        try result.get()
        return supervisor
    }

    // MARK: From other threads

    /// How long its entry points have run so far, one under way included.
    var runTime: Duration { state.withLock { state in state.used + (state.call.map { .now - $0.began } ?? .zero) } }

    /// An entry point is called: run time counts until it returns, and all calls of one run have theirs together.
    func began(_ entryPoint: String) { state.withLock { $0.call = (entryPoint, .now) } }

    func returned() {
        state.withLock { state in
            if let call = state.call { state.used += .now - call.began }
            state.call = nil
        }
    }

    /// Ends the process because it is no longer needed.
    func finish() { end(.done) }

    /// Ends a process whose connection broke; when it was ending by itself, that stays the cause.
    func kill() { end(.disconnected) }

    private func end(_ ending: Ending) {
        state.withLock { state in
            guard state.status == nil, state.processID > 0 else { return }
            if state.ending == nil { state.ending = ending }
            // Not reaped yet (`status` is nil), so the number is still this process's.
            _ = Glibc.kill(state.processID, SIGKILL)
        }
    }

    func waitUntilGone() async {
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if state.status == nil { state.waiters.append(continuation) }
                return state.status != nil
            }
            if isGone { continuation.resume() }
        }
    }

    /// Waits until the process is gone, and tells why.
    func cause() async -> ExtensionError {
        await waitUntilGone()
        let id = launch.extensionID
        return state.withLock { state in
            let status = state.status ?? 0
            switch state.ending {
            case .hung(let entryPoint): return .hung(extensionID: id, entryPoint: entryPoint, limit: launch.runTime)
            case .memory(let used): return .memoryExceeded(extensionID: id, used: used, limit: launch.memory)
            case .disconnected where status & 0x7f == SIGKILL:
                return .nonsense(extensionID: id, reason: "it closed its connection before it had answered")
            case .done, .disconnected, nil:
                let signal = status & 0x7f
                return signal == 0
                    ? .exited(extensionID: id, status: (status >> 8) & 0xff) : .crashed(extensionID: id, signal: signal)
            }
        }
    }

    // MARK: The thread

    /// What the thread watches: the process (a pidfd) and what it prints.
    private struct Watched: ~Copyable {
        let process: OwnedDescriptor
        let output: OwnedDescriptor
    }

    private func run(
        environment: [String: String], descriptors: [Int32], started: (Result<Void, SystemError>) -> Void
    ) {
        do throws(SystemError) {
            let watched = try startProcess(environment: environment, descriptors: descriptors)
            started(.success(()))
            watch(process: watched.process, output: watched.output)
            reap()
        } catch { started(.failure(error)) }
    }

    private func startProcess(
        environment: [String: String], descriptors: [Int32]
    ) throws(SystemError) -> Watched {
        defer { for descriptor in descriptors { close(descriptor) } }
        var pipeEnds: [Int32] = [-1, -1]
        try retrying("make", "a pipe") { ba_pipe(&pipeEnds) }
        let output = OwnedDescriptor(taking: pipeEnds[0])
        let input = OwnedDescriptor(taking: pipeEnds[1])
        var launcher = ProcessLauncher(executable: launch.executable, environment: environment)
        launcher.directory = launch.directory
        launcher.descriptors = descriptors
        launcher.standardOutput = input.rawValue
        launcher.standardError = input.rawValue
        launcher.diesWithParent = true
        launcher.ownProcessGroup = true
        let pid = try start(launcher)
        state.withLock { $0.processID = pid }
        do throws(SystemError) {
            let process = try OwnedDescriptor(checking: ba_pidfd_open(pid), "watch", launch.executable)
            return Watched(process: process, output: output)
        } catch {
            kill()
            reap()
            throw error
        }
    }

    /// Starts the process, in its confinement. Where the kernel keeps no rules for files the rest of it holds all the same.
    private func start(_ launcher: ProcessLauncher) throws(SystemError) -> pid_t {
        guard let confinement = launch.confinement else { return try DescendantProcesses.start(launcher) }
        var launcher = launcher
        launcher.isConfined = true
        guard FileAccessRules.version != nil else { return try DescendantProcesses.start(launcher) }
        let rules = try confinement.rules(for: launch.executable)
        launcher.fileRules = rules.descriptor.rawValue
        return try DescendantProcesses.start(launcher)
    }

    private func watch(process: borrowing OwnedDescriptor, output: borrowing OwnedDescriptor) {
        var lines = LineSplitter()
        var outputIsOpen = true
        while true {
            var watched = [
                pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: outputIsOpen ? output.rawValue : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&watched, 2, launch.meterInterval)
            if watched[1].revents != 0 { outputIsOpen = read(output, &lines) }
            if watched[0].revents != 0 { break }
            meter()
        }
        // Whatever it started in its process group goes with it (it is not reaped yet, so the number is still its own).
        _ = Glibc.kill(-processID, SIGKILL)
        // What it printed last is still in the pipe; more than that may come from what it left behind.
        _ = fcntl(output.rawValue, F_SETFL, O_NONBLOCK)
        for _ in 0..<Self.lastReads where outputIsOpen { outputIsOpen = read(output, &lines) }
        for line in lines.finish() { log(line) }
        let dropped = state.withLock { $0.lines - Self.lineLimit }
        if dropped > 0 { logger.warning("\(launch.extensionID): \(dropped) more lines were left out") }
    }

    private func read(_ output: borrowing OwnedDescriptor, _ lines: inout LineSplitter) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output.rawValue, &buffer, buffer.count)
        guard count > 0 else { return false }
        for line in lines.append(buffer[..<count]) { log(line) }
        return true
    }

    /// A flood of lines must not turn the log over.
    private func log(_ line: String) {
        let count = state.withLock { state in
            state.lines += 1
            return state.lines
        }
        if count <= Self.lineLimit { logger.info("\(launch.extensionID): \(line)") }
    }

    private func meter() {
        if let used = anonymousMemory(), used > launch.memory { end(.memory(used: used)) }
        let late = state.withLock { state in
            state.call.flatMap { state.used + (.now - $0.began) >= .seconds(launch.runTime) ? $0.entryPoint : nil }
        }
        if let late { end(.hung(entryPoint: late)) }
    }

    /// Bytes of anonymous memory, resident or swapped out; files that are mapped do not count.
    private func anonymousMemory() -> UInt64? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        var sum: UInt64?
        for line in text.split(separator: "\n") where line.hasPrefix("RssAnon:") || line.hasPrefix("VmSwap:") {
            let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap {
                UInt64($0)
            }
            sum = (sum ?? 0) + (kibibytes ?? 0) << 10
        }
        return sum
    }

    private func reap() {
        let pid = processID
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        do throws(SystemError) { try DescendantProcesses.ended(pid) } catch {
            logger.error("what \(launch.extensionID) may have left running cannot be ended: \(error)")
        }
        let waiters = state.withLock { state in
            state.status = status
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
