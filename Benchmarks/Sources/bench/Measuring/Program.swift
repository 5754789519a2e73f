// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs a program to its end and meters it.
struct Program {
    /// What a program did and took.
    struct Outcome {
        var output: String
        /// From before it was started until it was gone.
        var seconds: Double
        /// Of the program and all its children.
        var processorSeconds: Double
        /// Bytes of anonymous memory at its peak; 0 unless it was asked for.
        var anonymousMemory: UInt64
    }

    /// Absolute, or looked up in PATH.
    var executable: String
    var arguments: [String]
    var environment: [String: String]
    var directory: String
    /// Looks at its memory as it runs.
    var metersMemory = false

    /// Runs it.
    ///
    /// - Throws: `failed` when its status is not 0, with what it printed.
    func run() throws(BenchError) -> Outcome {
        let log = NSTemporaryDirectory() + "bench-\(UUID().uuidString)"
        defer { unlink(log) }
        let start = ContinuousClock.now
        let processID = try spawn(log: log)
        let sampler = metersMemory ? MemorySampler(processID: processID) : nil
        var status: Int32 = 0
        var usage = rusage()
        while wait4(processID, &status, 0, &usage) < 0, errno == EINTR {}
        let seconds = (ContinuousClock.now - start).seconds
        let output = try Workbench.text(at: log)
        guard status == 0 else {
            throw .failed(program: ([executable] + arguments).joined(separator: " "), status: status, output: output)
        }
        let peak = try sampler?.stop() ?? 0
        return Outcome(
            output: output, seconds: seconds,
            processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime), anonymousMemory: peak)
    }

    /// Starts it and leaves it running; what it prints goes to `log`.
    func start(log: String) throws(BenchError) -> pid_t { try spawn(log: log) }

    private func spawn(log: String) throws(BenchError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var words = ([executable] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var processID: pid_t = 0
        // The bench starts one program at a time, and itself uses absolute paths only.
        guard chdir(directory) == 0 else { throw .file(path: directory, reason: String(cString: strerror(errno))) }
        let code = posix_spawnp(&processID, executable, &actions, nil, &words, &variables)
        guard code == 0 else { throw .cannotStart(program: executable, reason: String(cString: strerror(code))) }
        return processID
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
