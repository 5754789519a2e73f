// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import SystemSupport
import Testing

@testable import AssetService

/// What the doctor says of the disk.
struct DiskExaminationTests {
    private func findings(_ available: Int64?) -> [Finding] {
        DiskExamination(folder: "/s", space: DiskSpace(available: available, capacity: nil, reserve: 16_000_000))
            .findings
    }

    @Test("Room is told", arguments: [(16_000_001, "16 MB"), (5_000_000_000, "5 GB")])
    func room(_ available: Int64, _ text: String) {
        let findings = findings(available)
        #expect(findings.map(\.level) == [.ok])
        #expect(findings.first?.message == "\(text) of the disk of /s are free")
    }

    @Test("A full disk is an error, with what to do", arguments: [0, 15_000_000, 16_000_000])
    func full(_ available: Int64) {
        let findings = findings(available)
        #expect(findings.map(\.level) == [.error])
        #expect(findings.first?.message.contains("`ba purge --free SIZE`") == true, "\(findings)")
    }

    @Test("Downloads that wait for room are told") func lacking() {
        let space = DiskSpace(available: 20_000_000, capacity: nil, reserve: 16_000_000)
        let findings = DiskExamination(folder: "/s", space: space, isLacking: true).findings
        #expect(findings.map(\.level) == [.warning])
        #expect(findings.first?.message.contains("downloads wait for more") == true, "\(findings)")
    }

    @Test("What cannot be known is said to be so") func unknown() {
        #expect(findings(nil).map(\.level) == [.ok])
        #expect(DiskExamination(folder: "/s", space: nil).findings.map(\.level) == [.error])
    }
}
