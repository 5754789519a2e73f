// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import AssetService

/// What a person names as the source of an app.
struct AppSourceTests {
    private let sources = AppSources()

    @Test(
        "The origin is the host, and the name is made from the last part of the path",
        arguments: [
            ("https://Example.com/apps/The%20Coast.tar.zst", "example.com", "The_Coast.tar.zst"),
            ("https://example.com:8443/a.aar?token=secret", "example.com:8443", "a.aar"),
            ("https://example.com:443", "example.com", "example.com"),
            ("https://example.com/..", "example.com", "example.com"),
        ])
    func originAndName(_ text: String, _ origin: String, _ name: String) throws {
        let source = try sources.source(at: text)
        #expect(source.origin == origin && source.text == text)
        // A query may be a secret.
        #expect(!"\(source)".contains("secret"))
        let made = source.provisionalName
        #expect(made == name || (text.hasSuffix("..") && made == "app"), "\(made)")
    }

    @Test("Files are archives, and folders are bundles") func filesAreArchives() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("x", to: "Gäme 1.tar")
            let source = try sources.source(at: path)
            #expect(source.origin == "local" && source.text == path)
            #expect(source.provisionalName == "G_me_1.tar")
            #expect(throws: (any Error).self) { try sources.source(at: folder.path) }
            #expect(throws: (any Error).self) { try sources.source(at: folder.path("missing")) }
        }
    }

    @Test(
        "Other schemes and relative paths are refused",
        arguments: ["http://example.com/a.tar", "ftp://example.com/a.tar", "file:///a.tar", "a.tar", "https://"])
    func othersAreRefused(_ text: String) {
        #expect(throws: (any Error).self) { try sources.source(at: text) }
    }
}
