// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import HostingModel
import HostingStorage
import SystemSupport
import Testing

@testable import HostingProcessing

/// From the commit of a build to what it is then: real storage, real processes.
@Suite("Processing of builds", .timeLimit(.minutes(2))) struct ProcessedBuildTests {
    @Test("C11: internal testers have a valid build at once") func valid() async throws {
        try await ProcessingWorld.with { world in
            let appID = try await world.pack().appID
            let bytes = SampleApp.tar(version: "2.1").bytes
            let build = try await world.uploadBuild(bytes, appID: appID)
            #expect(try await world.worker.workOnce())
            #expect(try await !world.worker.workOnce())
            let processed = try #require(try await world.store.build(build.id))
            #expect(processed.state == .complete && processed.problems.errors.isEmpty)
            #expect(processed.archive?.version == "2.1" && processed.archive?.architecture == nil)
            #expect(processed.archive?.sha256 == Hexadecimal.text(SHA256.hash(data: bytes)))
            #expect(processed.releases.isActive(in: .internalBeta))
        }
    }

    @Test("A broken archive, and one of another app, fail, and say why", arguments: [true, false])
    func invalid(isBroken: Bool) async throws {
        try await ProcessingWorld.with { world in
            let app = try await world.store.createApp(
                NewApp(
                    bundleID: isBroken ? SampleApp.bundleID : "com.example.other", name: "Game", sku: "G",
                    primaryLocale: "en-US"))
            var bytes = SampleApp.tar().bytes
            if isBroken { bytes.removeLast(bytes.count / 2) }
            let build = try await world.uploadBuild(bytes, appID: app.id)
            #expect(try await world.worker.workOnce())
            let processed = try #require(try await world.store.build(build.id))
            #expect(processed.state == .failed && processed.archive == nil)
            #expect(processed.problems.errors.map(\.code) == [isBroken ? "ARCHIVE_INVALID" : "BUNDLE_ID_DIFFERS"])
            #expect(
                try await world.store.publishedBuilds(bundleID: app.bundleID, for: .context(.internalBeta))?.builds
                    == [])
        }
    }
}
