// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import SystemPackage
import SystemSupport
import Testing

/// Whether a folder could be made and written into, told without making it.
struct FolderCheckTests {
    @Test func aFolderThatCanBeMadeIsNotMade() async throws {
        try await TemporaryFolder.with { folder in
            try Directory.checkFolders(folder.path("new/below"))
            try Directory.checkFolders(folder.path(""))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        }
    }

    @Test func whatIsNoFolderHasNoneBelow() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "file")
            for place in ["file", "file/below"] {
                let error = #expect(throws: SystemError.self) { try Directory.checkFolders(folder.path(place)) }
                #expect(error?.errno == .notDirectory)
            }
        }
    }

    /// Where even root, who may do all, can make nothing.
    @Test func nothingIsMadeAmongProcesses() {
        #expect(throws: SystemError.self) { try Directory.checkFolders("/proc/host") }
    }
}
