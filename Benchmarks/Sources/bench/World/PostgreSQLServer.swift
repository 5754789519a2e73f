// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A PostgreSQL of the bench's own, by the script that the tests have, with the memory for its pages that one with a million
/// packs would be given: its default is 128 MB, as if it were beside everything else on a small machine.
final class PostgreSQLServer {
    /// The folder of its socket.
    let folder: String
    private let processID: pid_t
    /// It ends with this.
    private let input: Int32

    init(bench: Workbench) throws(BenchError) {
        let (pipe, log) = (bench.path("work/postgres.pipe"), bench.path("work/postgres.log"))
        unlink(pipe)
        unlink(log)
        guard mkfifo(pipe, 0o600) == 0 else { throw .file(path: pipe, reason: String(cString: strerror(errno))) }
        let script = bench.packagePath + "/../scripts/test-postgres.sh"
        processID = try bench.program("/bin/sh", ["-c", "exec '\(script)' -c shared_buffers=1GB <'\(pipe)'"]).start(
            log: log)
        input = open(pipe, O_WRONLY | O_CLOEXEC)
        let processID = processID
        folder = try Workbench.wait("PostgreSQL to serve") { () throws(BenchError) -> String? in
            let text = try Workbench.text(at: log)
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == 0 else {
                throw .failed(program: script, status: status, output: text)
            }
            return text.split(separator: "\n").first { $0.hasPrefix("/") }.map(String.init)
        }
    }

    func stop() {
        close(input)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }
}
