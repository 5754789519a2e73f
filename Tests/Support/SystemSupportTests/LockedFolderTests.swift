// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Synchronization
import Testing

@testable import SystemSupport

@Suite(.timeLimit(.minutes(1))) struct LockedFolderTests {
    private enum Failure: Error { case system(SystemError) }

    @Test func oneAtATimeChangesItsFiles() async throws {
        try await TemporaryFolder.with { folder in
            let locked = LockedFolder(path: folder.path("a/b"))
            await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try locked.withLock(failing: Failure.system) { directory throws(Failure) in
                            do throws(SystemError) {
                                let bytes = try locked.read("count", in: directory) ?? []
                                try locked.write(bytes + [1], to: "count", in: directory)
                            } catch { throw .system(error) }
                        }
                    }
                }
            }
            let bytes = try locked.withLock(failing: Failure.system) { directory throws(Failure) in
                do throws(SystemError) { return try locked.read("count", in: directory) } catch {
                    throw Failure.system(error)
                }
            }
            #expect(bytes?.count == 20)
        }
    }

    @Test func aFolderThatCannotBeMadeIsTold() throws {
        #expect(throws: Failure.self) {
            try LockedFolder(path: "/proc/nothing/here").withLock(failing: Failure.system) { _ throws(Failure) in }
        }
    }
}
