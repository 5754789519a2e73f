// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import AssetService

/// The log on disk.
@Suite("Log file") struct LogFileTests {
    @Test("A line that was cut off, as by a full disk, is not gone on with") func cutOff() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("one\ntwo", to: "log")
            let log = LogFile(path: folder.path("log"), echo: false)
            log.append("three")
            log.append("four")
            #expect(try String(contentsOfFile: folder.path("log"), encoding: .utf8) == "one\ntwo\nthree\nfour\n")
            #expect(LogFile(path: folder.path("log"), echo: false).tail(lines: 2) == ["three", "four"])
        }
    }

    @Test(
        "A full disk costs lines, and joins none",
        .enabled(if: SmallDisk.isPossible, "this test mounts a small file system: run it as root, as CI does"))
    func fullDisk() async throws {
        try await TemporaryFolder.with { folder in
            try await SmallDisk.with(.ext4, megabytes: 16, at: "s", in: folder) { disk in
                let log = LogFile(path: folder.path("s/log"), echo: false)
                let line = String(repeating: "x", count: 1000)
                log.append(line)
                try disk.fill(leaving: 0)
                for _ in 0..<20 { log.append(line) }
                try disk.free()
                log.append("end")
                let lines = try String(contentsOfFile: folder.path("s/log"), encoding: .utf8).split(separator: "\n")
                #expect(lines.first.map(String.init) == line && lines.last == "end")
                #expect(lines.allSatisfy { $0 == "end" || $0.allSatisfy { $0 == "x" } })
            }
        }
    }
}
