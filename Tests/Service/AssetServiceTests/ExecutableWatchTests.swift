// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import AssetService

/// A replaced executable is noticed, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct ExecutableWatchTests {
    private func write(_ text: String, to name: String, in folder: TemporaryFolder, mode: mode_t = 0o755) throws {
        chmod(try folder.write(text, to: name), mode)
    }

    @Test("A file that is renamed into its place replaces it") func aRenamedFileReplacesIt() async throws {
        try await TemporaryFolder.with { folder in
            try write("one", to: "program", in: folder)
            let watch = try #require(ExecutableWatch(path: folder.path("program")))
            #expect(!watch.isReplaced)
            let waiting = Task { try await watch.waitForReplacement() }
            try write("two", to: "other", in: folder)
            try write("two", to: "program.new", in: folder)
            #expect(!watch.isReplaced)
            #expect(rename(folder.path("program.new"), folder.path("program")) == 0)
            try await waiting.value
            #expect(watch.isReplaced)
        }
    }

    @Test("What cannot be executed is no replacement, and a cancelled wait ends") func noReplacement() async throws {
        try await TemporaryFolder.with { folder in
            try write("one", to: "program", in: folder)
            let watch = try #require(ExecutableWatch(path: folder.path("program")))
            try write("two", to: "program.new", in: folder, mode: 0o644)
            #expect(rename(folder.path("program.new"), folder.path("program")) == 0)
            #expect(!watch.isReplaced)
            let waiting = Task { try await watch.waitForReplacement() }
            waiting.cancel()
            try await waiting.value
            try FileManager.default.removeItem(atPath: folder.path("program"))
            #expect(!watch.isReplaced)
            #expect(ExecutableWatch(path: folder.path("program")) == nil)
        }
    }
}
