// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemPackage
import SystemSupport
import Testing

@Suite("Locks on files") struct FileLockTests {
    @Test("One has it at a time, until it is let go") func exclusion() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = try Directory(opening: temporary.path)
            do {
                let lock = try FileLock.take("one", in: folder, creating: true)
                let isTaken = lock != nil
                #expect(isTaken)
                let (second, other) = (
                    try FileLock.take("one", in: folder, creating: true) != nil,
                    try FileLock.take("two", in: folder, creating: true) != nil
                )
                #expect(!second)
                #expect(other)
                _ = consume lock
            }
            let again = try FileLock.take("one", in: folder, creating: false) != nil
            #expect(again)
        }
    }

    @Test("There is none on a file that is not there, and none over a symbolic link") func missing() async throws {
        try await TemporaryFolder.with { temporary in
            let folder = try Directory(opening: temporary.path)
            let error = #expect(throws: SystemError.self) {
                _ = try FileLock.take("one", in: folder, creating: false)
            }
            #expect(error?.errno == .noSuchFileOrDirectory)
            try temporary.write("", to: "target")
            symlink(temporary.path("target"), temporary.path("link"))
            #expect(throws: SystemError.self) { _ = try FileLock.take("link", in: folder, creating: true) }
        }
    }
}
