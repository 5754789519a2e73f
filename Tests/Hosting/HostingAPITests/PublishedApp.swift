// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Crypto
import Foundation
import HTTPTypes
import HostingModel
import HostingStorage
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import HostingPublishing

/// An app whose packs were processed, and what a server answers to devices, without a network.
struct PublishedApp {
    static let bundleID = "com.example.game"

    let store: HostStore
    let database: CountingDatabase
    let app: HostedApp
    let clock: HostServer.Clock

    /// Runs with an app that has no packs.
    ///
    /// - `tellsChanges`: whether the database tells at once that nothing has changed.
    static func with(tellsChanges: Bool = false, _ body: (PublishedApp) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let clock = HostServer.Clock()
            let database = CountingDatabase(
                try SQLiteDatabase(path: folder.path("host.sqlite")), tellsChanges: tellsChanges)
            try await HostSchema.migrate(database)
            let store = HostStore(
                database: database, objects: try FolderObjectStore(path: folder.path("objects")),
                now: { clock.now }, makeID: { UUID().uuidString.lowercased() })
            let app = try await store.createApp(
                NewApp(
                    bundleID: bundleID, name: "Game", sku: "G", primaryLocale: "en-US", reviewPolicy: .automatic))
            try await body(PublishedApp(store: store, database: database, app: app, clock: clock))
            await database.close()
        }
    }

    func makePack(_ name: String) async throws -> HostedPack {
        try await store.createPack(appID: app.id, identifier: name)
    }

    /// Makes the next version of a pack, as if its archive, which is this text, had been processed.
    @discardableResult
    func addVersion(of pack: HostedPack, text: String) async throws -> VersionSummary {
        let version = try await store.createVersion(packID: pack.id)
        let (id, bytes) = (version.version.id, Array(text.utf8))
        let key = try #require(ObjectKey("files/" + id))
        try await store.objects.write(bytes, to: key)
        let digest = SHA256.hash(data: bytes).map { $0 }
        let sha256 = try #require(Digest(digest)).description
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        let policy = try json(DownloadPolicy.onDemand)
        let (platforms, problems) = (try json([Platform.linux, .iOS]), try json(ProblemList()))
        try await store.database.write { (connection) throws(StorageError) in
            try connection.execute(
                "UPDATE versions SET download_policy = \(policy), platforms = \(platforms) WHERE id = \(id)")
            try connection.execute(
                """
                INSERT INTO upload_files (id, version_id, asset_type, file_name, file_size, part_size, state, problems,
                    object_key, upload_id, sha256, created_at)
                VALUES (\(id), \(id), 'ASSET', 'pack.aar', \(Int64(bytes.count)), 1000, 'COMPLETE', \(problems), \(key.name),
                    '', \(sha256), 0)
                """)
        }
        _ = try await store.changeReleases(ofVersion: id) { (releases, number) throws(ReleaseError) in
            try releases.commit(number)
            return try releases.complete(number)
        }
        return version
    }

    /// What becomes of a request.
    struct Answer {
        let status: Int
        let fields: HTTPFields
        let text: String

        /// The versions of a manifest, by their packs.
        var versions: [String: Int] {
            get throws {
                let manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(text.utf8))
                return Dictionary(uniqueKeysWithValues: manifest.assetPacks.map { ($0.id, $0.version) })
            }
        }
    }

    func endpoint(_ change: (inout DeliverySettings) -> Void = { _ in }) -> PublishingEndpoint {
        var settings = DeliverySettings(now: { clock.now })
        change(&settings)
        return PublishingEndpoint(store: store, settings: settings) { "https://host" }
    }

    /// - `path`: behind that of the internal context.
    func ask(
        _ endpoint: PublishingEndpoint, _ path: String, _ fields: [HTTPField.Name: String] = [:],
        method: HTTPRequest.Method = .get
    ) async throws -> Answer {
        try await ask(endpoint, at: "/apps/\(Self.bundleID)/internal\(path)", fields, method: method)
    }

    /// - `path`: all of it, or a whole address.
    func ask(
        _ endpoint: PublishingEndpoint, at path: String, _ fields: [HTTPField.Name: String] = [:],
        method: HTTPRequest.Method = .get
    ) async throws -> Answer {
        var headers = HTTPFields()
        for (name, value) in fields { headers[name] = value }
        let response = await endpoint.respond(
            to: Request(
                head: HTTPRequest(
                    method: method, scheme: "https", authority: "host", path: path.replacing("https://host", with: ""),
                    headerFields: headers), body: RequestBody(buffer: ByteBuffer())))
        let collected = Collected()
        try await response.body.write(Writer(collected: collected))
        return Answer(
            status: response.status.code, fields: response.headers,
            text: String(decoding: collected.bytes.withLock { $0 }, as: UTF8.self))
    }

    private final class Collected: Sendable { let bytes = Mutex<[UInt8]>([]) }

    private struct Writer: ResponseBodyWriter {
        let collected: Collected

        @concurrent func write(_ buffer: ByteBuffer) async throws {
            collected.bytes.withLock { $0 += buffer.readableBytesView }
        }

        @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
