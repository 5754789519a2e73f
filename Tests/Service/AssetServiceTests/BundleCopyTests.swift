// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing

@testable import AssetService

/// Copies of bundles.
struct BundleCopyTests {
    @Test("Progress goes on inside of one large file") func progressInsideOfAFile() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.noise(20_000_000)
            try folder.write(bytes, to: "Game.app/large.bin")
            let copy = BundleCopy(source: folder.path("Game.app"))
            var reports: [Int64] = []
            try copy.copy(to: folder.path("copy"), withheld: "Game") { reports.append($0) }
            #expect(reports.count >= 4, "\(reports)")
            #expect(reports == reports.sorted() && reports.last == 20_000_000)
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("copy/large.bin"))) == Data(bytes))
        }
    }

    @Test("It ends in the midst of a file when it is told to stop") func stopsInsideOfAFile() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(SampleApp.noise(20_000_000), to: "Game.app/large.bin")
            let stop = StopFlag()
            let copy = BundleCopy(source: folder.path("Game.app"), stop: stop)
            var last: Int64 = 0
            #expect(throws: (any Error).self) {
                try copy.copy(to: folder.path("copy"), withheld: "Game") { bytes in
                    last = bytes
                    stop.raise()
                }
            }
            #expect(last > 0 && last < 20_000_000)
        }
    }

    @Test("It goes on where it was stopped") func goesOn() async throws {
        try await TemporaryFolder.with { folder in
            let bytes = SampleApp.noise(20_000_000)
            for name in ["Game.app/a/first.bin", "Game.app/large.bin"] { try folder.write(bytes, to: name) }
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("Game.app/a/link"), withDestinationPath: "first.bin")
            let stop = StopFlag()
            var last: Int64 = 0
            #expect(throws: (any Error).self) {
                try BundleCopy(source: folder.path("Game.app"), stop: stop).copy(
                    to: folder.path("copy"), withheld: "Game"
                ) { bytes in
                    last = bytes
                    if bytes > 24_000_000 { stop.raise() }
                }
            }
            var reports: [Int64] = []
            try BundleCopy(source: folder.path("Game.app")).copy(to: folder.path("copy"), withheld: "Game") {
                reports.append($0)
            }
            // What is there is counted, not copied.
            #expect(reports.contains(last) && reports.last == 40_000_000, "\(last) \(reports)")
            for name in ["copy/a/first.bin", "copy/a/link", "copy/large.bin"] {
                #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))) == Data(bytes), "\(name)")
            }
        }
    }

    @Test(
        "A disk that fills ends it with the cause",
        .enabled(if: SmallDisk.isPossible, "this test mounts a small file system: run it as root, as CI does"))
    func aDiskThatFills() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(SampleApp.noise(20_000_000), to: "Game.app/large.bin")
            try await SmallDisk.with(.tmpfs, megabytes: 8, at: "disk", in: folder) { disk in
                let error = #expect(throws: ServiceError.self) {
                    try BundleCopy(source: folder.path("Game.app")).copy(to: disk.path + "/copy", withheld: "Game") {
                        _ in
                    }
                }
                #expect(error?.code == .outOfSpace)
                #expect(error?.message.contains("No space left") == true, "\(String(describing: error))")
            }
        }
    }
}
