// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The process that inspects, from outside.
final class InspectorChild: Sendable {
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    private struct State: ~Copyable {
        /// Where it reads from; nil when there is nothing more to come.
        var input: OwnedDescriptor?
        /// Whether it can be signalled: its number is another's when somebody has waited for it.
        var isRunning = true
    }

    let processID: pid_t
    private let output: OwnedDescriptor
    private let state: Mutex<State>

    init(executable: String, arguments: [String]) throws(SystemError) {
        let input = try SocketPair()
        let output = try SocketPair()
        var launcher = ProcessLauncher(executable: executable, arguments: arguments, environment: ["LC_ALL": "C.UTF-8"])
        launcher.directory = "/"
        launcher.standardInput = input.other.rawValue
        launcher.standardOutput = output.other.rawValue
        launcher.ownProcessGroup = true
        launcher.isConfined = true
        if FileAccessRules.version != nil {
            let rules = try ProgramFiles().rules(for: executable)
            launcher.fileRules = rules.descriptor.rawValue
            processID = try launcher.start()
        } else {
            processID = try launcher.start()
        }
        self.output = output.keepOne()
        state = Mutex(State(input: input.keepOne()))
    }

    /// - Returns: whether it takes more.
    func write(_ bytes: ByteBuffer, on threads: NIOThreadPool) async -> Bool {
        // It is closed by who calls this, and by nobody else.
        guard let number = state.withLock({ $0.input?.rawValue }) else { return false }
        return await Self.run(on: threads, else: false) { Self.send(bytes, to: number) }
    }

    private static func send(_ bytes: ByteBuffer, to number: Int32) -> Bool {
        bytes.withUnsafeReadableBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(number, base + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR { continue }
                if count < 0 { return false }
                sent += count
            }
            return true
        }
    }

    func endInput() { state.withLock { $0.input = nil } }

    /// All that it says, until it has ended.
    func readAnswer(limit: Int, on threads: NIOThreadPool) async -> Result<[UInt8], SystemError> {
        let ended = SystemError(errno: .canceled, operation: "read", subject: "the answer of the process that inspects")
        return await Self.run(on: threads, else: .failure(ended)) { [self] in
            do throws(SystemError) {
                return .success(try output.readAll(limit: limit, subject: "the answer of the process that inspects"))
            } catch {
                // It would wait for somebody who reads on.
                kill()
                return .failure(error)
            }
        }
    }

    /// Ends it, if it has not ended.
    func kill() { state.withLock { if $0.isRunning { _ = Glibc.kill(processID, SIGKILL) } } }

    /// Waits for its end.
    func waitForEnd(on threads: NIOThreadPool) async -> Ending {
        await Self.run(on: threads, else: .signalled(SIGKILL)) { [self] in
            // First it is only looked at: whoever kills it meanwhile means this one.
            var information = siginfo_t()
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            return state.withLock { state in
                state.isRunning = false
                var status: Int32 = 0
                while waitpid(processID, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7f
                return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
            }
        }
    }

    /// Runs on a thread that may wait; where there is none any more, that is the value.
    private static func run<Value: Sendable>(
        on threads: NIOThreadPool, else value: Value, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        do { return try await threads.runIfActive(body) } catch { return value }
    }
}
