// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MockServer
import Testing

@Suite struct PackSourcesTests {
    @Test func filesAndFolders() async throws {
        try await withTemporaryFolder { root async throws in
            let folder = try #require(
                realpath(root, nil).map { path in
                    defer { free(path) }
                    return String(cString: path)
                })
            try FileManager.default.createDirectory(
                atPath: folder + "/packs/inner.aar", withIntermediateDirectories: true)
            for name in ["b.aar", "a.AAR", ".hidden.aar", "a.blocks", "notes.txt"] {
                try Data().write(to: URL(fileURLWithPath: folder + "/packs/" + name))
            }
            try Data().write(to: URL(fileURLWithPath: folder + "/alone"))
            let sources = try PackSources(
                arguments: [folder + "/packs/", folder + "/alone", folder + "/packs/b.aar", folder + "/packs"])
            #expect(sources.folders == [folder + "/packs"])
            #expect(
                sources.candidates().map(\.path) == [
                    folder + "/alone", folder + "/packs/b.aar", folder + "/packs/a.AAR", folder + "/packs/inner.aar",
                ])
            #expect(sources.candidates().map(\.isNamed) == [true, true, false, false])
            #expect(sources.watchedFolders == [folder + "/packs", folder])
            #expect(
                sources.candidates().map(\.blocksPath).prefix(3) == [
                    folder + "/alone.blocks", folder + "/packs/b.blocks", folder + "/packs/a.blocks",
                ])
        }
    }

    @Test func whatIsNotThereIsNamed() async throws {
        try await withTemporaryFolder { folder async throws in
            #expect(throws: MockServerError.missing(path: folder + "/no")) {
                try PackSources(arguments: [folder + "/no"])
            }
            #expect(throws: MockServerError.self) { try PackSources(arguments: [""]) }
        }
    }
}
