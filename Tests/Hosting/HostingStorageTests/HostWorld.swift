// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import HostingStorage
import Synchronization
import Testing

/// A host's storage over one of the databases and a folder, with a clock that is driven.
struct HostWorld {
    let store: HostStore
    let clock: Clock

    final class Clock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_800_000_000_000))

        var now: Timestamp { time.withLock { $0 } }

        func advance(seconds: Double) {
            time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + Int64(seconds * 1_000)) }
        }
    }

    static func with(
        _ kind: DatabaseKind, limits: HostLimits = HostLimits(partSize: 1_000),
        _ body: (HostWorld) async throws -> Void
    ) async throws {
        try await kind.withDatabase { database in
            try await HostSchema.migrate(database)
            try await TemporaryFolder.with { folder in
                let clock = Clock()
                let store = HostStore(
                    database: database, objects: try FolderObjectStore(path: folder.path("objects")), limits: limits,
                    now: { clock.now }, makeID: { UUID().uuidString.lowercased() })
                try await body(HostWorld(store: store, clock: clock))
            }
        }
    }

    var jobs: JobQueue { JobQueue(database: store.database, now: { clock.now }) }

    func app(
        _ bundleID: String = "com.example.game", policy: ReviewPolicy = .oneReviewer
    ) async throws -> HostedApp {
        try await store.createApp(
            NewApp(
                bundleID: bundleID, name: "Game", sku: "G1", primaryLocale: "en-US", reviewPolicy: policy))
    }

    /// A version that waits for its files.
    func version() async throws -> VersionSummary {
        let pack = try await store.createPack(appID: try await app().id, identifier: "Tutorial")
        return try await store.createVersion(packID: pack.id)
    }

    /// Puts parts of a file.
    func put(_ bytes: [UInt8], _ file: UploadFile, parts: [Int]? = nil) async throws {
        try await put(bytes, file.upload, parts: parts)
    }

    func put(_ bytes: [UInt8], _ upload: ObjectUpload, parts: [Int]? = nil) async throws {
        for number in parts ?? Array(1...upload.partCount) {
            let range = try #require(upload.range(ofPart: number))
            _ = try await store.objects.put(
                Pieces(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])), asPart: number, of: upload)
        }
    }
}
