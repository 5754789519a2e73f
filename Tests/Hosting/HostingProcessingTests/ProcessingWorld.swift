// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import HostingStorage
import Logging
import NIOCore
import Synchronization
import Testing

@testable import HostingProcessing

/// A host's storage, and a worker.
struct ProcessingWorld {
    let folder: TemporaryFolder
    let store: HostStore
    let worker: ProcessingWorker
    private let time: TestTime

    private final class TestTime: Sendable {
        let now = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
    }

    static func with(
        limits: @escaping @Sendable (Int64) -> InspectionLimits = InspectionLimits.init(forBytes:),
        _ body: (ProcessingWorld) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let time = TestTime()
            let now = { @Sendable in time.now.withLock { $0 } }
            let database = try SQLiteDatabase(path: folder.path("host.sqlite"))
            try await HostSchema.migrate(database)
            let store = HostStore(
                database: database, objects: try FolderObjectStore(path: folder.path("objects")), now: now,
                makeID: { UUID().uuidString.lowercased() })
            let worker = Self.worker(store, limits, now)
            try await body(ProcessingWorld(folder: folder, store: store, worker: worker, time: time))
            await database.close()
        }
    }

    private static func worker(
        _ store: HostStore, _ limits: @escaping @Sendable (Int64) -> InspectionLimits,
        _ now: @escaping @Sendable () -> Timestamp
    ) -> ProcessingWorker {
        ProcessingWorker(
            store: store, jobs: JobQueue(database: store.database, now: now),
            inspector: Inspecting.inspector(limits: limits), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// A worker that was given other objects than those of the host.
    func workerWithForeignObjects() async throws -> ProcessingWorker {
        try await store.claimObjects()
        let now = { @Sendable [time] in time.now.withLock { $0 } }
        let make = { (objects: any ObjectStore) in
            HostStore(
                database: store.database, objects: objects, now: now, makeID: { UUID().uuidString.lowercased() })
        }
        let foreign = make(try FolderObjectStore(path: folder.path("other")))
        return Self.worker(make(OwnObjectStore(foreign)), InspectionLimits.init(forBytes:), now)
    }

    func advance(seconds: Double) {
        time.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + Int64(seconds * 1_000)) }
    }

    func pack(_ identifier: String = "Tutorial") async throws -> HostedPack {
        let app = try await store.createApp(
            NewApp(
                bundleID: "com.example.game", name: "Game", sku: "G1", primaryLocale: "en-US"))
        return try await store.createPack(appID: app.id, identifier: identifier)
    }

    /// Uploads a file for a version, and commits it.
    func upload(_ bytes: [UInt8], as type: UploadAssetType = .asset, for version: VersionSummary) async throws
        -> UploadFile
    {
        let file = try await store.reserveFile(
            versionID: version.version.id, type: type, name: "file", size: Int64(bytes.count))
        try await put(bytes, file.upload)
        return try await store.commitFile(file.id)
    }

    /// Uploads a build, and commits it.
    func uploadBuild(_ bytes: [UInt8], appID: String) async throws -> HostedBuild {
        let build = try await store.createBuild(appID: appID, fileName: "Game.tar", size: Int64(bytes.count))
        try await put(bytes, build.upload)
        return try await store.commitBuild(build.id)
    }

    func put(_ bytes: [UInt8], _ upload: ObjectUpload) async throws {
        for number in 1...upload.partCount {
            let range = try #require(upload.range(ofPart: number))
            let part = ByteBuffer(bytes: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
            _ = try await store.objects.put(Body(part: part), asPart: number, of: upload)
        }
    }

    /// A body of one piece.
    private struct Body: AsyncSequence, Sendable {
        let part: ByteBuffer

        struct AsyncIterator: AsyncIteratorProtocol {
            var rest: ByteBuffer?

            mutating func next() async throws -> ByteBuffer? { rest.take() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: part) }
    }
}
