// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport

/// `ba-host worker` as a process of its own.
struct HostWorker {
    private let process: pid_t

    /// Starts one for the storage of a host, and does not wait for it.
    static func start(_ host: ServingHost) throws -> HostWorker {
        var launcher = ProcessLauncher(
            executable: ProgramRun.programs + "/ba-host",
            arguments: ["worker", "--data", host.folder.path("host")] + host.storage.arguments,
            environment: host.storage.environment(home: host.folder))
        launcher.standardOutput = STDERR_FILENO
        return HostWorker(process: try launcher.start())
    }

    /// Ends it with a signal.
    ///
    /// - Returns: its status, as waitpid tells it.
    func end(_ signal: Int32) async -> Int32 {
        kill(process, signal)
        return await Task.detached { [process] in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }.value
    }

    /// Runs `body` beside a worker, which ends well.
    static func with(_ host: ServingHost, _ body: () async throws -> Void) async throws {
        let worker = try start(host)
        do { try await body() } catch {
            _ = await worker.end(SIGTERM)
            throw error
        }
        let status = await worker.end(SIGTERM)
        guard status == 0 else { throw Failure(status: status) }
    }

    struct Failure: Error { let status: Int32 }
}
