// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HostingModel
import SystemSupport
import Testing

@testable import HostingStorage

// Hosts that are backed up, and made anew.
extension HostWorld {
    /// Of what is uploaded.
    static let sampleBytes: [UInt8] = (0..<3_500).map { UInt8(truncatingIfNeeded: $0 / 7) }

    /// Something in every table of a host.
    ///
    /// - Returns: a file whose object is there, and one that is being uploaded.
    func fill() async throws -> (committed: UploadFile, waiting: UploadFile) {
        _ = try await store.createKey(name: "key", role: .admin)
        _ = try await store.setting("issuer", initial: "somebody's \u{2028} \"name\"")
        let app = try await app()
        let webhook = try await store.createWebhook(
            appID: app.id,
            HostStore.WebhookChange(
                name: "hook", url: "https://127.0.0.1/hook", secret: "secret", isEnabled: true,
                eventTypes: WebhookEventType.allCases))
        let pack = try await store.createPack(appID: app.id, identifier: "Tutorial")
        try await approve(try await processedVersion(of: pack))
        func reserve() async throws -> UploadFile {
            try await store.reserveFile(
                versionID: try await store.createVersion(packID: pack.id).version.id, type: .asset, name: "T.aar",
                size: Int64(Self.sampleBytes.count))
        }
        let committed = try await reserve()
        try await put(Self.sampleBytes, committed)
        let digest = Hexadecimal.text(SHA256.hash(data: Self.sampleBytes))
        _ = try await store.commitFile(
            committed.id, checksums: AnnouncedChecksums(file: (algorithm: .sha256, hash: digest)))
        let waiting = try await reserve()
        try await put(Self.sampleBytes, waiting, parts: [2])
        let build = try await store.createBuild(
            appID: app.id, fileName: "Game.tar", size: Int64(Self.sampleBytes.count))
        try await put(Self.sampleBytes, build.upload)
        _ = try await store.commitBuild(build.id)
        let archive = BuildArchive(
            version: "1.0", build: "1", architecture: "x86_64", installedSize: 9_000, sha256: digest)
        let job = try #require(try await jobs.take([.build]))
        _ = try await store.finishProcessing(job, buildID: build.id, .valid(archive, problems: ProblemList()))
        _ = try await store.createAppStoreVersion(
            appID: app.id, versionString: "1.0", platform: .iOS, buildID: build.id)
        // One that is being uploaded.
        _ = try await store.createBuild(appID: app.id, fileName: "Next.tar", size: Int64(Self.sampleBytes.count))
        try await store.database.write { (connection) throws(StorageError) in
            try connection.execute(
                "INSERT INTO pins (background_asset_id, context, number) VALUES (\(pack.id), 'appstore', 1)")
            try connection.execute(
                """
                INSERT INTO rollouts (background_asset_id, context, number, previous, percentage)
                VALUES (\(pack.id), 'appstore', 1, 0, 50)
                """)
            try connection.execute(
                "INSERT INTO rollout_starts (background_asset_id, context, percentage) VALUES (\(pack.id), 'appstore', 5)"
            )
            try connection.execute(
                """
                INSERT INTO repeatable_requests (caller_id, name, digest, begun_at, status, body)
                VALUES ('a', 'b', 'c', 1, 201, '{"d":null}')
                """)
            try connection.execute(
                """
                INSERT INTO beta_reviews (id, version_id, app_id, state, submitted_at, submitter_id)
                VALUES ('beta', \(committed.versionID), \(app.id), 'WAITING_FOR_REVIEW', 2, 'dev')
                """)
            try connection.execute(
                """
                INSERT INTO webhook_events (id, kind, created_at) VALUES ('event', 'ping', 3)
                """)
            try connection.execute(
                """
                INSERT INTO webhook_deliveries (id, webhook_id, event_id, state, redelivery, url, created_at)
                VALUES ('delivery', \(webhook.id), 'event', 'PENDING', 0, 'https://127.0.0.1/hook', 4)
                """)
            try connection.execute(
                """
                INSERT INTO members (id, mail, name, role, app_ids, gets_mail, created_at)
                VALUES ('member', 'ada@example.com', 'Ada', 'ADMIN', NULL, 1, 5)
                """)
            try connection.execute(
                """
                INSERT INTO device_tokens (id, app_id, sha256, name, created_at) VALUES ('token', \(app.id), 'ab', 'kiosks', 5)
                """)
            try connection.execute(
                """
                INSERT INTO mails (id, recipient, subject, body, state, created_at)
                VALUES ('mail', 'ada@example.com', 'Hello', 'A line\nand another', 'pending', 6)
                """)
        }
        let member = try await store.createMember(try #require(MailAddress("grace@example.com")))
        _ = try await store.beginSession(of: member)
        _ = try await store.invite(member.mail)
        return (committed, waiting)
    }

    /// A host that is not used yet.
    static func withNew(
        _ kind: DatabaseKind, _ objects: ObjectStoreKind = .folder, _ body: (HostStore) async throws -> Void
    ) async throws {
        try await kind.withDatabase { database in
            try await objects.with { objects in
                try await body(
                    HostStore(
                        database: database, objects: objects, limits: HostLimits(partSize: 5 << 20),
                        now: { Timestamp(milliseconds: 0) }, makeID: { UUID().uuidString.lowercased() }))
            }
        }
    }
}
