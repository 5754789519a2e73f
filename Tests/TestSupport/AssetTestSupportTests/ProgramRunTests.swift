// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

struct ProgramRunTests {
    @Test("A program's output, errors and status are told, and how a signal ended it") func ends() async throws {
        let run = try await ProgramRun.run(
            "/bin/sh", ["-c", "echo \"$WHAT\"; echo no >&2; pwd; exit 3"], environment: ["WHAT": "yes"],
            directory: "/usr")
        #expect(run.output == "yes\n/usr\n")
        #expect(run.errors == "no\n")
        #expect(run.status == 3)
        #expect(try await ProgramRun.run("/bin/sh", ["-c", "kill -TERM $$"]).status == -SIGTERM)
        await #expect(throws: (any Error).self) { try await ProgramRun.run("/nowhere", []) }
    }

    @Test("It inherits no descriptor of this process, and no blocked signal") func inheritsNothing() async throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        _ = fcntl(file.fileDescriptor, F_SETFD, 0)
        let run = try await ProgramRun.run(
            "/bin/sh", ["-c", "echo /proc/self/fd/* | tr ' ' '\\n' | grep -c .; grep SigBlk /proc/self/status"])
        try file.close()
        // Input, output, errors, and the shell's own for the folder while it lists it.
        #expect(run.output == "4\nSigBlk:\t0000000000000000\n")
    }

    @Test("With its task it ends") func endsWithItsTask() async throws {
        try await TemporaryFolder.with { folder in
            let mark = folder.path("begun")
            let task = Task { try await ProgramRun.run("/bin/sh", ["-c", "echo > \"$0\"; exec sleep 1000", mark]) }
            try await eventually { FileManager.default.fileExists(atPath: mark) }
            task.cancel()
            #expect(try await task.value.status == -SIGKILL)
        }
    }

    @Test("What cleans up after a cancelled test runs to its end") func cleansUp() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ProgramRun.run("/bin/sh", ["-c", "sleep 0.1; echo done"])
        }
        let run = try await task.value
        #expect(run.status == 0)
        #expect(run.output == "done\n")
    }
}
