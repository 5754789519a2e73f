// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HostingModel
import HostingStorage
import SystemSupport
import Testing

@Suite("Uploads in storage", .timeLimit(.minutes(2))) struct HostUploadTests {
    private let bytes: [UInt8] = (0..<3_500).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func refusal(_ body: () async throws -> Void) async -> Refusal? {
        do { try await body() } catch {
            if case .refused(let refusal)? = error as? StorageError { return refusal }
        }
        return nil
    }

    private func reserve(_ world: HostWorld, _ type: UploadAssetType = .asset) async throws -> UploadFile {
        try await world.store.reserveFile(
            versionID: try await world.version().version.id, type: type, name: "Tutorial.aar",
            size: Int64(bytes.count))
    }

    @Test(arguments: DatabaseKind.allCases) func aFileIsReservedUploadedAndCommitted(_ kind: DatabaseKind) async throws
    {
        try await HostWorld.with(kind) { world in
            let file = try await reserve(world)
            #expect(file.state == .awaitingUpload)
            #expect(file.upload.partCount == 4)
            try await world.put(bytes, file, parts: [4, 2])
            #expect(
                await refusal { _ = try await world.store.commitFile(file.id) }
                    == .partsMissing(name: "Tutorial.aar", missing: [1, 3], count: 4))
            try await world.put(bytes, file, parts: [1, 3])
            let committed = try await world.store.commitFile(file.id)
            #expect(committed.state == .uploadComplete)
            #expect(try await world.store.file(file.id) == committed)
            #expect(try await world.store.version(file.versionID)?.version.state == .processing)
            #expect(try await world.store.version(file.versionID)?.files == [.asset: committed])
            #expect(try await world.store.files(ofVersion: file.versionID, limit: 5).elements == [committed])
            let job = try #require(try await world.jobs.take())
            #expect(job.kind == .process && job.subject == file.id && job.attempt == 1)
            #expect(
                await refusal { _ = try await world.store.commitFile(file.id) }
                    == .fileNotAwaitingUpload(name: "Tutorial.aar", .uploadComplete))
            #expect(
                await refusal { _ = try await world.store.commitFile("x") }
                    == .notFound(type: "backgroundAssetUploadFiles", id: "x"))
            // Nothing comes for a version that is processed.
            #expect(
                await refusal {
                    _ = try await world.store.reserveFile(
                        versionID: file.versionID, type: .manifest, name: "m", size: 1)
                } == .versionNotAwaitingUpload(number: 1, .processing))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func aVersionHasOneFileOfAKind(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let file = try await reserve(world)
            #expect(
                await refusal {
                    _ = try await world.store.reserveFile(versionID: file.versionID, type: .asset, name: "b", size: 1)
                } == .fileReserved(type: .asset))
            _ = try await world.store.reserveFile(versionID: file.versionID, type: .manifest, name: "m", size: 1)
            #expect(
                await refusal {
                    _ = try await world.store.reserveFile(versionID: "x", type: .asset, name: "b", size: 1)
                } == .relatedNotFound(relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: "x"))
        }
    }

    @Test(arguments: DatabaseKind.allCases) func ofManyCommitsOneWins(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let file = try await reserve(world)
            try await world.put(bytes, file)
            let store = world.store
            let wins = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do { return try await store.commitFile(file.id).state == .uploadComplete } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
            #expect(try await world.jobs.take() != nil)
            #expect(try await world.jobs.take() == nil)
        }
    }

    @Test(
        "C11: of commits at once with right and wrong checksums each hears what it is", arguments: DatabaseKind.allCases
    )
    func commitsWithRightAndWrongChecksums(_ kind: DatabaseKind) async throws {
        for _ in 0..<20 {
            try await HostWorld.with(kind) { world in
                let file = try await reserve(world)
                try await world.put(bytes, file)
                let store = world.store
                let right = AnnouncedChecksums(file: (.sha256, Hexadecimal.text(SHA256.hash(data: bytes))))
                let wrong = AnnouncedChecksums(file: (.sha256, String(repeating: "0", count: 64)))
                let ends = await withTaskGroup(of: (isRight: Bool, error: StorageError?).self) { group in
                    for isRight in [true, false, true, false, false] {
                        group.addTask {
                            do throws(StorageError) {
                                _ = try await store.commitFile(file.id, checksums: isRight ? right : wrong)
                                return (isRight, nil)
                            } catch { return (isRight, error) }
                        }
                    }
                    return await group.reduce(into: [(isRight: Bool, error: StorageError?)]()) { $0.append($1) }
                }
                #expect(ends.count { $0.error == nil } <= 1)
                for end in ends {
                    switch end.error {
                    case nil: #expect(end.isRight)
                    case .refused?, .conflict?: break
                    default: Issue.record("\(end)")
                    }
                }
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases) func checksumsAreHeldAgainstTheBytes(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let file = try await reserve(world)
            try await world.put(bytes, file)
            let (md5, sha256) = (
                Hexadecimal.text(Insecure.MD5.hash(data: bytes)), Hexadecimal.text(SHA256.hash(data: bytes))
            )
            let parts = stride(from: 0, to: bytes.count, by: 1_000).map { bytes[$0..<min($0 + 1_000, bytes.count)] }
            let composite = Hexadecimal.text(
                Insecure.MD5.hash(data: parts.flatMap { Array(Insecure.MD5.hash(data: $0)) }))
            let wrong = String(repeating: "0", count: 32)
            let faults: [(AnnouncedChecksums, String)] = [
                (AnnouncedChecksums(file: (.md5, wrong)), "sourceFileChecksums/file"),
                (AnnouncedChecksums(file: (.sha256, md5)), "sourceFileChecksums/file"),
                (AnnouncedChecksums(composite: composite + "-3"), "sourceFileChecksums/composite"),
                (AnnouncedChecksums(flat: sha256), "sourceFileChecksum"),
            ]
            for (checksums, attribute) in faults {
                let refusal = await refusal { _ = try await world.store.commitFile(file.id, checksums: checksums) }
                guard case .checksumDiffers(attribute, _, _, _)? = refusal else {
                    #expect(Bool(false), "\(String(describing: refusal))")
                    continue
                }
                // It is uploaded once more.
                let again = try #require(try await world.store.file(file.id))
                #expect(again.state == .awaitingUpload)
                try await world.put(bytes, again)
            }
            let right = AnnouncedChecksums(file: (.sha256, sha256.uppercased()), composite: composite + "-4", flat: md5)
            #expect(try await world.store.commitFile(file.id, checksums: right).sha256 == sha256)
        }
    }
}
