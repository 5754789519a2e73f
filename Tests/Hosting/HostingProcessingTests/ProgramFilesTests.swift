// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingProcessing

@Suite struct ProgramFilesTests {
    @Test func codeThatIsMappedCountsAndNothingElse() {
        let maps = """
            55d0a0000000-55d0a0100000 r--p 00000000 08:01 11 /opt/ba/ba-host
            55d0a0100000-55d0a0200000 r-xp 00100000 08:01 11 /opt/ba/ba-host
            7f0000000000-7f0000001000 r-xp 00000000 08:01 12                         /usr/lib/a library.so
            7f0000002000-7f0000003000 rw-p 00000000 08:01 13                         /var/data
            7f0000004000-7f0000005000 rwxp 00000000 00:00 0
            7f0000006000-7f0000007000 r-xp 00000000 00:00 0                          [vdso]
            nonsense
            """
        #expect(ProgramFiles(maps: maps).paths == ["/opt/ba/ba-host", "/usr/lib/a library.so"])
        #expect(ProgramFiles(maps: "").paths == [])
    }

    @Test func thisProgramHasItself() throws {
        #expect(try ProgramFiles().paths.contains { $0.hasSuffix("PackageTests.xctest") })
    }
}
