// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import HostingModel
import HostingStorage
import NIOCore
import Testing

@testable import HostingProcessing

/// From the commit of an upload to what its version is then: real storage, real processes.
@Suite("Processing of uploads", .timeLimit(.minutes(2))) struct ProcessingWorkerTests {
    @Test("A valid archive completes its version, which internal testers have at once") func valid() async throws {
        try await ProcessingWorld.with { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let file = try await world.upload(bytes, for: version)
            #expect(try await world.worker.workOnce())
            #expect(try await !world.worker.workOnce())
            let processed = try #require(try await world.store.version(version.version.id))
            #expect(processed.version.state == .complete)
            #expect(processed.version.platforms == [.iOS, .linux])
            #expect(processed.version.downloadPolicy == .onDemand)
            #expect(processed.version.installedSize.map { $0 > 6 } == true)
            #expect(processed.releases[.internalBeta]?.state == "READY_FOR_TESTING")
            #expect(processed.files[.asset]?.state == .complete)
            #expect(processed.files[.asset]?.id == file.id)
            #expect(processed.files[.asset]?.sha256?.count == 64)
            let listing = try #require(processed.version.listing)
            let size = try #require(try await world.store.objects.size(of: listing))
            let list = try await world.store.objects.read(listing, at: 0, count: Int(size))
            let files = try JSONDecoder().decode([ListedFile].self, from: Data(list.readableBytesView))
            #expect(files.map(\.path).sorted() == ["a.txt", "b/c.txt"])
        }
    }

    @Test("A storage that does not do uses up no tries of what was uploaded") func outage() async throws {
        try await ProcessingWorld.with { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            _ = try await world.upload(try await SampleArchive.bytes(in: world.folder), for: version)
            let wrong = try await world.workerWithForeignObjects()
            for _ in 0..<20 {
                #expect(try await wrong.workOnce())
                #expect(try await world.store.version(version.version.id)?.version.state == .processing)
                world.advance(seconds: 31)
            }
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.version(version.version.id)?.version.state == .complete)
        }
    }

    @Test("A broken archive, and one of another pack, fail their versions, and say why", arguments: [true, false])
    func invalid(isBroken: Bool) async throws {
        try await ProcessingWorld.with { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            var bytes = try await SampleArchive.bytes(id: isBroken ? "Tutorial" : "Other", in: world.folder)
            if isBroken { bytes.removeLast(10) }
            _ = try await world.upload(bytes, for: version)
            #expect(try await world.worker.workOnce())
            let processed = try #require(try await world.store.version(version.version.id))
            #expect(processed.version.state == .failed)
            #expect(
                processed.version.problems.errors.map(\.code)
                    == [isBroken ? "ARCHIVE_INVALID" : "ASSET_PACK_ID_DIFFERS"])
            #expect(processed.files[.asset]?.state == .failed)
            #expect(processed.releases.isEmpty)
            // A new upload is a new version.
            let next = try await world.store.createVersion(packID: version.version.packID)
            _ = try await world.upload(try await SampleArchive.bytes(in: world.folder), for: next)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.version(next.version.id)?.version.state == .complete)
        }
    }

    @Test("A manifest is checked before its archive is uploaded, and its version goes on waiting") func manifest()
        async throws
    {
        try await ProcessingWorld.with { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            let wrong = try await world.upload(
                Array(SampleArchive.manifest(id: "Other").utf8), as: .manifest, for: version)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.file(wrong.id)?.state == .failed)
            let right = try await world.upload(
                Array(SampleArchive.manifest(selectors: #"{"file": "a"}"#).utf8), as: .manifest, for: version)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.file(right.id)?.state == .complete)
            #expect(try await world.store.version(version.version.id)?.version.state == .awaitingUpload)
        }
    }

    @Test("What a host cannot read is tried again, and is no fault of the upload") func retries() async throws {
        try await ProcessingWorld.with { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            let bytes = try await SampleArchive.bytes(in: world.folder)
            let file = try await world.upload(bytes, for: version)
            try await world.store.objects.remove(file.upload.key)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.version(version.version.id)?.version.state == .processing)
            // Not before a while.
            #expect(try await !world.worker.workOnce())
            try await world.store.objects.write(bytes, to: file.upload.key)
            world.advance(seconds: 20)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.version(version.version.id)?.version.state == .complete)
        }
    }

    @Test("An archive that takes too much, twice, is given up") func tooDemanding() async throws {
        try await ProcessingWorld.with { _ in
            InspectionLimits(addressSpace: 2 << 30, processorTime: 60, time: 0)
        } _: { world in
            let version = try await world.store.createVersion(packID: try await world.pack().id)
            _ = try await world.upload([UInt8](repeating: 1, count: 2_000_000), for: version)
            #expect(try await world.worker.workOnce())
            #expect(try await world.store.version(version.version.id)?.version.state == .processing)
            world.advance(seconds: 20)
            #expect(try await world.worker.workOnce())
            let given = try #require(try await world.store.version(version.version.id))
            #expect(given.version.state == .failed)
            #expect(given.version.problems.errors.map(\.code) == ["FILE_TOO_DEMANDING"])
        }
    }
}
