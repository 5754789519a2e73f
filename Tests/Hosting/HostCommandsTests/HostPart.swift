// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Glibc
import SystemSupport
import Testing

/// A server or a worker of a host, as a process that is killed, and started anew.
actor HostPart {
    private let launcher: ProcessLauncher
    private var process: pid_t?

    /// - `log`: the file to which it writes.
    init(_ arguments: [String], environment: [String: String], log: String) throws {
        var launcher = ProcessLauncher(
            executable: ProgramRun.programs + "/ba-host", arguments: arguments, environment: environment)
        let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0, "cannot write \(log)")
        // Open for as long as this process: it may be started at any time.
        launcher.standardOutput = descriptor
        launcher.standardError = descriptor
        self.launcher = launcher
    }

    func start() throws { if process == nil { process = try launcher.start() } }

    /// - Returns: its status, as waitpid tells it.
    @discardableResult func end(_ signal: Int32 = SIGKILL) -> Int32 {
        guard let process else { return 0 }
        kill(process, signal)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        self.process = nil
        return status
    }
}
