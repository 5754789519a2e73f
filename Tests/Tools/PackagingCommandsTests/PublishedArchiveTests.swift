// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import PackagingCommands
import Testing
import ToolSupport

/// What `download-manifest` makes of the blocks file beside an archive.
@Suite("Archives that are published") struct PublishedArchiveTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @discardableResult
    private func publish(
        _ mode: ManifestPublication.Mode, _ platform: Platform, _ archives: [String]
    ) async throws -> ManifestPublication.Outcome {
        let path = workshop.path("manifest.json")
        var publisher = DownloadManifestPublisher(
            mode: mode, platform: platform, address: try DownloadAddress(base: "https://cdn.example.org/p/"),
            archivePaths: archives, existingPath: mode == .update ? path : nil, outputPath: path)
        publisher.isQuiet = true
        return try await publisher.publish(console: .standard)
    }

    @Test("A missing or foreign blocks file is made anew") func foreignBlocks() async throws {
        let one = try await workshop.pack("One", "1")
        let right = try workshop.bytes("One.blocks")
        try workshop.remove("One.blocks")
        try await publish(.create, .linux, [one])
        #expect(try workshop.bytes("One.blocks") == right)
        _ = try await workshop.pack("Two", "another length")
        try workshop.write(try workshop.bytes("Two.blocks"), to: "One.blocks")
        #expect(try await publish(.update, .linux, [one]).isUnchanged)
        #expect(try workshop.bytes("One.blocks") == right)
        try workshop.write("damaged", to: "One.blocks")
        #expect(try await publish(.update, .linux, [one]).isUnchanged)
    }

    @Test("A damaged archive is not published with the digests of its damage") func damage()
        async throws
    {
        let one = try await workshop.pack("One", "1")
        let right = try workshop.bytes("One.blocks")
        var archive = try workshop.bytes("One.aar")
        archive[archive.count / 2] ^= 1
        try workshop.write(archive, to: "One.aar")
        let refusal = await #expect(throws: PackagingError.self) { try await publish(.create, .linux, [one]) }
        #expect(refusal?.description.contains("it is damaged, or another archive") == true)
        #expect(try workshop.bytes("One.blocks") == right)
        try workshop.remove("One.blocks")
        // Whoever removes the list means it, as far as the archive can be read at all.
        do { try await publish(.create, .linux, [one]) } catch let error as PackagingError {
            #expect(!"\(error)".contains("is damaged, or another archive"))
        }
    }
}
