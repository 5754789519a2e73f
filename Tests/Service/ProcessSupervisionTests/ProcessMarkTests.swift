// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

@testable import ProcessSupervision

/// What extensions have left running is found by what they cannot shake off.
@Suite("What is left of extensions", .timeLimit(.minutes(1))) struct ProcessMarkTests {
    @Test("All that carry the mark are ended, whatever parent, session and environment they have; others are not")
    func ending() async throws {
        try await TemporaryFolder.with { folder in
            let mark = ProcessMark(of: .extensions, root: folder.path)
            let script = try folder.write(
                """
                #!/usr/bin/python3
                import os, sys, time
                if len(sys.argv) == 1:
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0: os.execve(sys.argv[0], [sys.argv[0], "hidden"], {})
                        os._exit(0)
                    os.wait()
                    sys.exit(0)
                open("\(folder.path("part"))", "w").write(str(os.getpid()))
                os.rename("\(folder.path("part"))", "\(folder.path("left"))")
                while True: time.sleep(600)

                """, to: "script")
            chmod(script, 0o755)
            var launcher = ProcessLauncher(executable: script)
            launcher.mark = mark.value
            let first = try launcher.start()
            var unmarked = ProcessLauncher(executable: "/bin/sleep", arguments: ["600"])
            unmarked.mark = ProcessMark(of: .extensions, root: folder.path + "/other").value
            let other = try unmarked.start()
            var status: Int32 = 0
            #expect(waitpid(first, &status, 0) == first && status == 0)
            try await eventually { FileStatus(path: folder.path("left")) != nil }
            let left = try #require(pid_t(String(contentsOfFile: folder.path("left"), encoding: .utf8)))
            #expect(try mark.endProcesses() == 1)
            // It is gone, or waits for its new parent to take note of that.
            let stat = (try? String(contentsOfFile: "/proc/\(left)/stat", encoding: .utf8)) ?? ""
            #expect(stat.isEmpty || stat.contains(") Z"), "\(stat)")
            #expect(try mark.endProcesses() == 0)
            #expect(kill(other, 0) == 0)
            kill(other, SIGKILL)
            #expect(waitpid(other, &status, 0) == other)
        }
    }

    @Test func theMarkIsTheHardLimitOfTimeInRealTime() {
        func limits(_ soft: String, _ hard: String) -> String {
            """
            Limit                     Soft Limit           Hard Limit           Units
            Max realtime priority     17                   17
            Max realtime timeout      \(soft)                   \(hard)                   us

            """
        }
        #expect(ProcessMark.isCarried(17, limits: limits("17", "17")))
        // Whoever is free may lower the one in force.
        #expect(ProcessMark.isCarried(17, limits: limits("3", "17")))
        for (soft, hard) in [("17", "18"), ("17", "unlimited"), ("unlimited", "unlimited"), ("17", "")] {
            #expect(!ProcessMark.isCarried(17, limits: limits(soft, hard)))
        }
        for text in ["", "\n", "Max realtime timeout", "Max realtime timeout 17", "Max realtime priority 17 17"] {
            #expect(!ProcessMark.isCarried(17, limits: text))
        }
    }

    @Test func eachRootHasItsOwn() {
        let marks = ["/a", "/b", "/a/b", ""].flatMap { root in
            [ProcessMark.Bearer.extensions, .apps].map { ProcessMark(of: $0, root: root).value }
        }
        #expect(Set(marks).count == 8)
        #expect(marks.allSatisfy { $0 >= 1 << 58 && $0 < 1 << 59 })
        #expect(ProcessMark(of: .extensions, root: "/a") == ProcessMark(of: .extensions, root: "/a"))
    }
}
