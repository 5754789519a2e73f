// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import SystemSupport
import Testing

struct DiskSpaceTests {
    @Test func theReserveIsLeftOver() {
        let space = DiskSpace(available: 100, capacity: 1000, reserve: 40)
        #expect(space.usable == 60)
        #expect(space.hasRoom(for: 60) && !space.hasRoom(for: 61))
        #expect(space.couldHold(960) && !space.couldHold(961))
        #expect(DiskSpace(available: 10, capacity: nil, reserve: 40).usable == 0)
    }

    @Test func aFileSystemThatDoesNotTellRefusesNothing() {
        let space = DiskSpace(available: nil, capacity: nil)
        #expect(space.usable == nil && space.hasRoom(for: .max) && space.couldHold(.max))
    }

    @Test func claimsOfAnySizeAreCounted() {
        let space = DiskSpace(available: .max - 1, capacity: .max - 1)
        #expect(space.total(for: .max) == .max)
        #expect(!space.hasRoom(for: .max) && !space.couldHold(.max))
    }

    @Test func aFolderTellsOfItsDisk() async throws {
        try await TemporaryFolder.with { folder in
            let directory = try Directory(opening: folder.path(""))
            let space = DiskSpace(of: directory)
            let (available, capacity) = (try #require(space.available), try #require(space.capacity))
            #expect(0 <= available && available <= capacity)
        }
    }
}
