// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackFiles
import AssetPackModel
import Foundation
import HTTPTypes
import HostingDelivery
import MockServer
import NIOCore
import Synchronization
import Testing

/// The blocks files of served packs: taken, refused or made.
@Suite struct PackBlocksTests {
    @Test func blocksAreTakenWhenTheyBelong() async throws {
        try await withPackFolder { root, packs async throws in
            let archive = try await SamplePack(id: "forest").write(to: packs + "/forest.aar")
            let list = try SamplePack.blocks(of: archive)
            try Data(list.bytes).write(to: URL(fileURLWithPath: packs + "/forest.blocks"))
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(kept.shelf.current.packs.first?.blocks?.size == Int64(list.bytes.count))
            #expect(kept.shelf.current.packs.first?.blocks?.sha256 == (try SamplePack.digest(list.bytes)))
            let content = try await kept.shelf.content(.blocks, ofPackWithID: "forest", version: 1)
            #expect(Array(try await content.read(at: 0, count: Int(content.size)).readableBytesView) == list.bytes)
        }
    }

    @Test(arguments: [false, true])
    func blocksOfAnotherArchiveAreMadeAnew(areMalformed: Bool) async throws {
        try await withPackFolder { root, packs async throws in
            try await SamplePack(id: "forest").write(to: packs + "/forest.aar")
            let other = try await SamplePack(id: "other").archive()
            let bytes = areMalformed ? Array("BABLOCKS".utf8) : try SamplePack.blocks(of: other).bytes
            try Data(bytes).write(to: URL(fileURLWithPath: packs + "/forest.blocks"))
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(try kept.console.text.contains("forest.blocks"))
            let list = try await kept.blocks("forest")
            #expect(list.archiveDigest == kept.shelf.current.packs.first?.sha256)
            #expect(list.bytes != bytes)
        }
    }

    /// An archive of another program, for which nobody has made a blocks file.
    @Test func blocksAreMadeOnceForArchivesThatLackThem() async throws {
        try await withPackFolder { root, packs async throws in
            let archive = try await SamplePack(id: "forest", content: SamplePack.noise(9_000_000, seed: 4)).write(
                to: packs + "/forest.aar")
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            let list = try await kept.blocks("forest")
            let digest = try SamplePack.digest(archive)
            #expect(list.archiveDigest == digest)
            #expect(list.archiveSize == UInt64(archive.count))
            #expect(list.blocks.count == 3)
            #expect(list.entries.map(\.path) == ["", "Manifest.json", "Contents", "Contents/file.bin"])
            #expect(kept.shelf.current.packs.first?.blocks?.sha256 == (try SamplePack.digest(list.bytes)))
            #expect(try kept.console.text.isEmpty)
            let folder = root + "/data/blocks"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(digest).blocks"])

            // The next server takes it as it is: what it says is believed, as long as it is of that archive.
            let made = URL(fileURLWithPath: folder + "/\(digest).blocks")
            let other = try SamplePack.blocks(of: archive)
            try Data(other.bytes).write(to: made)
            let second = try KeptPacks([packs], in: root)
            try await second.keeper.start()
            #expect(try await second.blocks("forest") == other)
            // One that was damaged is made again.
            try Data("rubbish".utf8).write(to: made)
            let third = try KeptPacks([packs], in: root)
            try await third.keeper.start()
            #expect(try await third.blocks("forest") == list)
            #expect(try Array(Data(contentsOf: made)) == list.bytes)
        }
    }

    @Test func anArchiveThatCanHaveNoBlocksIsServedWithout() async throws {
        try await withPackFolder { root, packs async throws in
            var bytes: [UInt8] = []
            func add(_ header: EntryHeader, _ data: [UInt8] = []) throws { bytes += try header.encoded() + data }
            let manifest = Array(#"{"assetPackID": "a", "downloadPolicy": {"onDemand": {}}}"#.utf8)
            try add(EntryHeader(kind: .file, path: "Manifest.json", dataSize: UInt64(manifest.count)), manifest)
            try add(EntryHeader(kind: .metadata, path: "notes"))
            try Data(bytes).write(to: URL(fileURLWithPath: packs + "/a.aar"))
            let kept = try KeptPacks([packs + "/a.aar"], in: root)
            try await kept.keeper.start()
            #expect(kept.shelf.current.packs.map(\.blocks) == [nil])
            #expect(try kept.console.text.contains("without blocks"))
            await #expect(throws: DeliveryProblem.self) {
                try await kept.shelf.content(.blocks, ofPackWithID: "a", version: nil)
            }
        }
    }
}
