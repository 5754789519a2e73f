// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

extension HostWorld {
    /// A build whose archive has come, and has been found valid.
    func processedBuild(
        of app: HostedApp, version: String = "1.0", build number: String = "1", architecture: String? = "x86_64"
    ) async throws -> HostedBuild {
        let build = try await store.createBuild(appID: app.id, fileName: "Game.tar", size: 1_500)
        try await put([UInt8](repeating: 7, count: 1_500), build.upload)
        _ = try await store.commitBuild(build.id)
        return try await process(
            build,
            .valid(
                BuildArchive(
                    version: version, build: number, architecture: architecture, installedSize: 3_000,
                    sha256: String(repeating: "7", count: 64)), problems: ProblemList()))
    }

    /// What a worker does with a build that was committed.
    func process(_ build: HostedBuild, _ found: ProcessedBuild) async throws -> HostedBuild {
        let job = try #require(try await jobs.take([.build]))
        try #require(job.subject == build.id)
        return try #require(try await store.finishProcessing(job, buildID: build.id, found))
    }
}
