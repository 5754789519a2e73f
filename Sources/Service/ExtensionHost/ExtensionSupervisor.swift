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

    /// How a process ended by itself.
    enum Exit: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
        /// Its confinement could not be made, or it could not be executed there.
        case neverRan(reason: String)
    }

    struct State {
        /// Of the extension, which is not always a child of this process.
        var processID: Int32 = 0
        /// A pidfd of it; -1 before it has started and after it has gone.
        var handle: Int32 = -1
        var ending: Ending?
        /// The call under way. The clock stands still while the machine sleeps, as the extension does.
        var call: (entryPoint: String, began: SuspendingClock.Instant)?
        /// The run time of the calls before it.
        var used: Duration = .zero
        var exit: Exit?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Milliseconds that a process may take to end when it has closed its connection.
    private static let patience: Int32 = 500

    let launch: ExtensionLaunch
    let logger: Logger
    let state = Mutex(State())

    private init(launch: ExtensionLaunch, logger: Logger) {
        self.launch = launch
        self.logger = logger
    }

    var processID: Int32 { state.withLock { $0.processID } }

    /// Starts the thread and the process. `descriptors` are closed here once the child has them.
    static func start(
        _ launch: ExtensionLaunch, environment: [String: String], descriptors: [Int32], logger: Logger
    ) async throws(ExtensionError) -> ExtensionSupervisor {
        let supervisor = ExtensionSupervisor(launch: launch, logger: logger)
        let result: Result<Void, ExtensionError> = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                supervisor.run(environment: environment, descriptors: descriptors) {
                    continuation.resume(returning: $0)
                }
            }
        }
        try result.get()
        return supervisor
    }

    private func run(
        environment: [String: String], descriptors: [Int32], started: (Result<Void, ExtensionError>) -> Void
    ) {
        do throws(ExtensionError) {
            let child = try startChild(environment: environment, descriptors: descriptors)
            started(.success(()))
            watch(child)
        } catch { started(.failure(error)) }
    }

    // MARK: From other threads

    /// How long its entry points have run so far, one under way included.
    var runTime: Duration { state.withLock { state in state.used + (state.call.map { .now - $0.began } ?? .zero) } }

    /// An entry point is called: run time counts until it returns, and all calls of one run have theirs together.
    ///
    /// - `entryPoint`: as it is called in the interface, without that.
    func began(_ entryPoint: String) { state.withLock { $0.call = (entryPoint, .now) } }

    func returned() {
        state.withLock { state in
            if let call = state.call { state.used += .now - call.began }
            state.call = nil
        }
    }

    /// Ends the process because it is no longer needed.
    func finish() { end(.done) }

    /// Ends a process at once whose connection broke.
    func kill() { end(.disconnected) }

    /// Ends a process whose connection broke, unless it ends by itself just now, which stays the cause then: the kernel closes its
    /// sockets before it has a status.
    func endDisconnected() async {
        let handle = state.withLock { $0.handle >= 0 ? fcntl($0.handle, F_DUPFD_CLOEXEC, 0) : -1 }
        let hasEnded = handle >= 0 ? await Self.waitForEnd(handle) : false
        if !hasEnded { end(.disconnected) }
    }

    /// - `handle`: a pidfd, which is closed here.
    private static func waitForEnd(_ handle: Int32) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let hasEnded = ba_pidfd_wait(handle, patience) == 1
                close(handle)
                continuation.resume(returning: hasEnded)
            }
        }
    }

    func end(_ ending: Ending) {
        state.withLock { state in
            guard state.handle >= 0 else { return }
            if state.ending == nil { state.ending = ending }
            _ = ba_pidfd_send_signal(state.handle, SIGKILL)
        }
    }

    func waitUntilGone() async {
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if state.exit == nil { state.waiters.append(continuation) }
                return state.exit != nil
            }
            if isGone { continuation.resume() }
        }
    }

    /// Waits until the process is gone, and tells why.
    func cause() async -> ExtensionError {
        await waitUntilGone()
        let id = launch.extensionID
        return state.withLock { state in
            switch (state.ending, state.exit) {
            case (.hung(let entryPoint), _):
                return .hung(extensionID: id, entryPoint: entryPoint, limit: launch.runTime)
            case (.memory(let used), _): return .memoryExceeded(extensionID: id, used: used, limit: launch.memory)
            case (.disconnected, .signal(SIGKILL)):
                return .nonsense(extensionID: id, reason: "it closed its connection before it had answered")
            case (_, .signal(let signal)): return .crashed(extensionID: id, signal: signal)
            case (_, .status(let status)): return .exited(extensionID: id, status: status)
            case (_, .neverRan(let reason)): return .neverRan(extensionID: id, reason: reason)
            case (_, nil): return .exited(extensionID: id, status: 0)
            }
        }
    }
}
