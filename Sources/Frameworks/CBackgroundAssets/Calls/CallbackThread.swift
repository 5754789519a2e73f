// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Varlink

/// The thread that callbacks come on, one after the other.
final class CallbackThread: Sendable {
    static let shared = CallbackThread()

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isStarted = false
        var thread: pthread_t?
    }

    /// Bytes of stack: those of a main thread, since foreign code runs on it.
    private static let stackSize = 8 << 20

    private let monitor = Monitor(State())

    private init() {}

    /// Starts it; further calls do nothing.
    func start() throws(InterfaceError) {
        let isFirst = monitor.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        do throws(VarlinkError) { try ServingThread.start(stackSize: Self.stackSize) { [self] in run() } } catch {
            monitor.withLock { $0.isStarted = false }
            throw .noThread("\(error)")
        }
    }

    func enqueue(_ job: @escaping @Sendable () -> Void) { monitor.withLock { $0.jobs.append(job) } }

    /// Whether the caller is on it.
    var isCurrent: Bool {
        guard let thread = monitor.withLock({ $0.thread }) else { return false }
        return pthread_equal(thread, pthread_self()) != 0
    }

    private func run() {
        monitor.withLock { $0.thread = pthread_self() }
        while true {
            let jobs = monitor.wait { state in
                defer { state.jobs = [] }
                return state.jobs.isEmpty ? nil : state.jobs
            }
            for job in jobs { job() }
        }
    }
}
