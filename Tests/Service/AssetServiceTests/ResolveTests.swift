// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import AssetStore
import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite(.timeLimit(.minutes(5)))
struct ResolveTests {
    @Test func pathsAreResolvedForThoseWhoCannotReadTheNamespace() async throws {
        try await ServiceWorld.with { world in
            try await world.publish("Level", version: 3, text: "map")
            try await world.publish("Text", version: 1, text: "Text", language: "de")
            try await world.install()
            let connection = try await world.app()
            defer { connection.close() }
            func resolve(_ path: String, packID: String? = nil, language: String? = nil) async throws -> ResolvedFile? {
                try await ServiceWorld.call(
                    PacksInterface.Resolve(path: path, packID: packID, language: language), on: connection
                ).file
            }
            #expect(try await resolve("Level.txt") == nil)
            #expect(try await world.get("Level", "Text") == [])
            let file = try await resolve("Level.txt")
            #expect(file?.packID == "Level")
            #expect(file?.version == 3)
            #expect(file?.location == "Level/3/Contents/Level.txt")
            #expect(file?.size == 3)
            #expect(file.map { $0.mode & NamespaceMode.kindMask } == NamespaceMode.file)
            #expect(try await resolve("Level.txt", packID: "Text") == nil)
            #expect(try await resolve("Text.txt", language: "de")?.packID == "Text")
            #expect(try await resolve("Text.txt", language: "en") == nil)
            for path in ["", "..", "../service.sqlite", "/etc/passwd", "Level.txt/", "no\0", "Level/3"] {
                #expect(try await resolve(path) == nil, "\(path)")
            }
        }
    }
}
