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

@Suite struct PackKeeperTests {
    @Test func readsWhatAPackIs() async throws {
        try await withPackFolder { root, packs async throws in
            let archive = try await SamplePack(
                id: "forest", policy: #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#,
                platforms: ["iOS", "Linux"], content: [UInt8](repeating: 5, count: 100_000)
            ).write(to: packs + "/forest.aar")
            let kept = try KeptPacks([packs + "/forest.aar"], in: root)
            try await kept.keeper.start()
            let pack = try #require(kept.shelf.current.packs.first)
            #expect(pack.id == "forest")
            #expect(pack.version == 1)
            #expect(pack.downloadSize == Int64(archive.count))
            #expect(pack.sha256 == (try SamplePack.digest(archive)))
            #expect(pack.downloadPolicy == .prefetch([.firstInstallation]))
            #expect(pack.platforms == [.iOS, .linux])
            #expect(pack.userInfo == .object(["a": .integer(1)]))
            #expect((pack.installedSize ?? 0) > 100_000)
            #expect(pack.blocks != nil)
            #expect(kept.shelf.current.sequence == 1)
            #expect(try await kept.bytes("forest") == archive)
        }
    }

    /// The fault of a state must not stick to the state that has taken its place meanwhile.
    @Test(arguments: [MockServerError.changing(path: "forest.aar"), .pack(path: "forest.aar", reason: "half of it")])
    func aPackThatIsReplacedWhileItIsReadIsReadAgain(fault: MockServerError) async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/forest.aar"
            try await SamplePack(id: "forest", content: [1]).write(to: path)
            let third = try await SamplePack(id: "forest", content: [3, 3, 3]).archive()
            let replacement = Mutex<[UInt8]?>(nil)
            let kept = try KeptPacks([packs], in: root) { candidate throws(MockServerError) in
                if let bytes = replacement.withLock({ $0.take() }) {
                    do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
                        throw .stopped(reason: "\(error)")
                    }
                    throw fault
                }
                return try await PackLoader(ServerDataFolder(path: root + "/data")).load(candidate)
            }
            try await kept.keeper.start()
            replacement.withLock { $0 = third }
            try await SamplePack(id: "forest", content: [2, 2]).write(to: path)
            try await kept.settle()
            // As the watcher does after the replacement.
            try await kept.settle()
            #expect(replacement.withLock { $0 == nil })
            #expect(kept.versions() == ["forest": 2])
            #expect(try await kept.bytes("forest") == third)
        }
    }

    @Test func aChangedPackIsTheNextVersionAndTheOldOneIsServedOn() async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/forest.aar"
            let first = try await SamplePack(id: "forest", content: [1]).write(to: path)
            let kept = try KeptPacks([path], in: root)
            try await kept.keeper.start()
            let transfer = try await kept.shelf.content(.archive, ofPackWithID: "forest", version: 1)
            let second = try await SamplePack(id: "forest", content: [2, 2]).write(to: path)
            try await kept.settle()
            #expect(kept.versions() == ["forest": 2])
            #expect(kept.shelf.current.sequence == 2)
            #expect(try await kept.bytes("forest") == second)
            #expect(try await kept.bytes("forest", version: 1) == first)
            #expect(try await kept.bytes("forest", version: 2) == second)
            #expect(Array(try await transfer.read(at: 0, count: first.count).readableBytesView) == first)
            #expect(try kept.console.text.contains("forest: version 1 → 2"))
        }
    }

    @Test func veryOldVersionsAreGone() async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/forest.aar"
            try await SamplePack(id: "forest", content: [0]).write(to: path)
            let kept = try KeptPacks([path], in: root)
            try await kept.keeper.start()
            for number in 1...PackShelf.keptVersions + 1 {
                try await SamplePack(id: "forest", content: [UInt8(number)]).write(to: path)
                try await kept.settle()
            }
            let problem = await #expect(throws: DeliveryProblem.self) {
                try await kept.shelf.content(.archive, ofPackWithID: "forest", version: 1)
            }
            #expect(problem?.status == .gone)
            _ = try await kept.bytes("forest", version: 2)
            let future = await #expect(throws: DeliveryProblem.self) {
                try await kept.shelf.content(.archive, ofPackWithID: "forest", version: 99)
            }
            #expect(future?.status == .notFound)
        }
    }

    @Test func versionsAreKeptOverRestarts() async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/forest.aar"
            try await SamplePack(id: "forest", content: [1]).write(to: path)
            try await KeptPacks([path], in: root).keeper.start()
            let second = try KeptPacks([packs], in: root)
            try await second.keeper.start()
            #expect(second.versions() == ["forest": 1])
            #expect(second.shelf.current.sequence == 1)
            try await SamplePack(id: "forest", content: [2]).write(to: path)
            let third = try KeptPacks([path], in: root)
            try await third.keeper.start()
            #expect(third.versions() == ["forest": 2])
            #expect(third.shelf.current.sequence == 2)
        }
    }

    @Test func versionsThatAreAskedFor() async throws {
        try await withPackFolder { root, packs async throws in
            try await SamplePack(id: "a").write(to: packs + "/a.aar")
            try await SamplePack(id: "b").write(to: packs + "/b.aar")
            let arguments = [packs + "/b.aar", packs + "/a.aar"]
            let first = try KeptPacks(arguments, versions: [7, 3], in: root)
            try await first.keeper.start()
            #expect(first.versions() == ["b": 7, "a": 3])
            let second = try KeptPacks(arguments, versions: [2], in: root)
            try await second.keeper.start()
            #expect(second.versions() == ["b": 2, "a": 3])
            #expect(try second.console.text.contains("from version 7 to 2"))
            try await SamplePack(id: "b", content: [9]).write(to: packs + "/b.aar")
            try await second.settle()
            #expect(second.versions() == ["b": 3, "a": 3])
            #expect(throws: MockServerError.self) { try KeptPacks(arguments, versions: [1, 2, 3], in: root) }
            #expect(throws: MockServerError.self) { try KeptPacks([packs], versions: [1], in: root) }
            #expect(throws: MockServerError.self) { try KeptPacks(arguments, versions: [-1], in: root) }
        }
    }

    @Test func packsComeAndGoInAFolder() async throws {
        try await withPackFolder { root, packs async throws in
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(kept.shelf.current.packs.isEmpty)
            let bytes = try await SamplePack(id: "a").write(to: packs + "/a.aar")
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            try FileManager.default.moveItem(atPath: packs + "/a.aar", toPath: packs + "/renamed.aar")
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            try FileManager.default.removeItem(atPath: packs + "/renamed.aar")
            try await kept.settle()
            _ = try await kept.keeper.refresh()
            #expect(kept.shelf.current.packs.isEmpty)
            #expect(kept.shelf.current.removed == ["a"])
            // A transfer that knows its version still ends.
            #expect(try await kept.bytes("a", version: 1) == bytes)
            // It is remembered that the pack was taken back, and what its version was.
            let again = try KeptPacks([packs], in: root)
            try await again.keeper.start()
            #expect(again.shelf.current.removed == ["a"])
            try await SamplePack(id: "a", content: [3]).write(to: packs + "/a.aar")
            try await again.settle()
            #expect(again.versions() == ["a": 2])
            #expect(again.shelf.current.removed.isEmpty)
        }
    }

    @Test func aNamedPackThatIsGoneIsServedOn() async throws {
        try await withPackFolder { root, packs async throws in
            let bytes = try await SamplePack(id: "a").write(to: packs + "/a.aar")
            let kept = try KeptPacks([packs + "/a.aar"], in: root)
            try await kept.keeper.start()
            try FileManager.default.removeItem(atPath: packs + "/a.aar")
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            #expect(try await kept.bytes("a") == bytes)
            let text = try kept.console.text
            #expect(text.contains("a.aar is gone; its former content, the pack a, is served on"))
            // It is said once, and again when it comes back and goes.
            try await kept.settle()
            #expect(try kept.console.text == text)
            try Data(bytes).write(to: URL(fileURLWithPath: packs + "/a.aar"), options: .atomic)
            try await kept.settle()
            try FileManager.default.removeItem(atPath: packs + "/a.aar")
            try await kept.settle()
            #expect(try kept.console.text.split(separator: "a.aar is gone").count == 3)
        }
    }

    @Test func aNamedPackThatWasWrittenOverAndIsGoneIsToldOf() async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/a.aar"
            try await SamplePack(id: "a").write(to: path)
            try FileManager.default.setAttributes([.modificationDate: Date() - 60], ofItemAtPath: path)
            let kept = try KeptPacks([path], in: root)
            try await kept.keeper.start()
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data("rubbish".utf8))
            try handle.close()
            try FileManager.default.removeItem(atPath: path)
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            #expect(try kept.console.text.contains("the pack a stays in the manifest and cannot be delivered"))
        }
    }

    @Test(arguments: ["b.aar", "1.aar"])
    func aRenamedArchiveIsThePackThatItWas(name: String) async throws {
        try await withPackFolder { root, packs async throws in
            let bytes = try await SamplePack(id: "a").write(to: packs + "/a.aar")
            // Longer than the new name needs to settle: for a moment both are known.
            let kept = try KeptPacks([packs], in: root, removalDelay: .seconds(1))
            try await kept.keeper.start()
            try FileManager.default.moveItem(atPath: packs + "/a.aar", toPath: packs + "/" + name)
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            #expect(try await kept.bytes("a") == bytes)
            #expect(try kept.console.text.isEmpty)
        }
    }

    /// Its archive would be served where the blocks of another pack are.
    @Test func idsOfBlocksFilesAreNotServed() async throws {
        try await withPackFolder { root, packs async throws in
            try await SamplePack(id: "a").write(to: packs + "/a.aar")
            try await SamplePack(id: "a.blocks").write(to: packs + "/b.aar")
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(kept.versions() == ["a": 1])
            #expect(try kept.console.text.contains("b.aar is not served: its ID \"a.blocks\" ends in"))
            await #expect(throws: MockServerError.self) {
                try await KeptPacks([packs + "/b.aar"], in: root).keeper.start()
            }
        }
    }

    @Test func brokenFilesInAFolderAreLeftOut() async throws {
        try await withPackFolder { root, packs async throws in
            try await SamplePack(id: "good").write(to: packs + "/good.aar")
            try Data("no archive".utf8).write(to: URL(fileURLWithPath: packs + "/bad.aar"))
            let whole = try await SamplePack(id: "cut", content: [UInt8](repeating: 1, count: 5000)).archive()
            try Data(whole.dropLast(10)).write(to: URL(fileURLWithPath: packs + "/cut.aar"))
            try Data().write(to: URL(fileURLWithPath: packs + "/empty.aar"))
            try FileManager.default.createDirectory(atPath: packs + "/folder.aar", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: packs + "/link.aar", withDestinationPath: packs + "/good.aar")
            #expect(mkfifo(packs + "/pipe.aar", 0o600) == 0)
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(kept.versions() == ["good": 1])
            let text = try kept.console.text
            for name in ["bad", "cut", "empty", "folder", "link", "pipe"] {
                #expect(text.contains("/\(name).aar is not served"))
            }
            // They are not complained about again, and are taken up once they are whole.
            try await kept.settle()
            #expect(try kept.console.text == text)
            try Data(whole).write(to: URL(fileURLWithPath: packs + "/cut.aar"), options: .atomic)
            try await kept.settle()
            #expect(kept.versions() == ["good": 1, "cut": 1])
        }
    }

    @Test func aPackThatBreaksIsServedAsItWas() async throws {
        try await withPackFolder { root, packs async throws in
            let bytes = try await SamplePack(id: "a").write(to: packs + "/a.aar")
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            try Data("rubbish".utf8).write(to: URL(fileURLWithPath: packs + "/a.aar"), options: .atomic)
            try await kept.settle()
            #expect(kept.versions() == ["a": 1])
            #expect(try await kept.bytes("a") == bytes)
            let text = try kept.console.text
            #expect(text.contains("served on"))
            // It is said once, and the file is not read again until it changes.
            _ = try await kept.keeper.refresh()
            #expect(try kept.console.text == text)
        }
    }

    @Test func aFileWrittenOverInPlaceIsNeverMixed() async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/a.aar"
            try await SamplePack(id: "a", content: [1]).write(to: path)
            try FileManager.default.setAttributes([.modificationDate: Date() - 60], ofItemAtPath: path)
            let kept = try KeptPacks([path], in: root)
            try await kept.keeper.start()
            let next = try await SamplePack(id: "a", content: [2, 3]).archive()
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(next))
            try handle.close()
            for version in [nil, 1] as [Int?] {
                let problem = await #expect(throws: DeliveryProblem.self) {
                    try await kept.shelf.content(.archive, ofPackWithID: "a", version: version)
                }
                #expect(problem?.status == .serviceUnavailable)
            }
            try await kept.settle()
            #expect(kept.versions() == ["a": 2])
            #expect(try await kept.bytes("a") == next)
            let problem = await #expect(throws: DeliveryProblem.self) {
                try await kept.shelf.content(.archive, ofPackWithID: "a", version: 1)
            }
            #expect(problem?.status == .gone)
        }
    }

    @Test func whatCouldNotBeWrittenDownIsPublishedLater() async throws {
        try await withPackFolder { root, packs in
            try await SamplePack(id: "a", content: [1]).write(to: packs + "/a.aar")
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            let ledger = root + "/data/versions.json"
            let good = try Data(contentsOf: URL(fileURLWithPath: ledger))
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: ledger))
            try await SamplePack(id: "a", content: [2]).write(to: packs + "/a.aar")
            await #expect(throws: MockServerError.self) { try await kept.settle() }
            #expect(kept.versions() == ["a": 1])
            try good.write(to: URL(fileURLWithPath: ledger))
            try await kept.settle()
            #expect(kept.versions() == ["a": 2])
        }
    }

    @Test func namedPacksMustBeGood() async throws {
        try await withPackFolder { root, packs async throws in
            try Data("no archive".utf8).write(to: URL(fileURLWithPath: packs + "/bad.aar"))
            await #expect(throws: MockServerError.self) {
                try await KeptPacks([packs + "/bad.aar"], in: root).keeper.start()
            }
            try await SamplePack(id: "a").write(to: packs + "/a.aar")
            try await SamplePack(id: "a").write(to: packs + "/b.aar")
            let error = await #expect(throws: MockServerError.self) {
                try await KeptPacks([packs + "/a.aar", packs + "/b.aar"], in: root).keeper.start()
            }
            #expect(error?.description.contains("both the pack a") == true)
        }
    }

    @Test(arguments: [
        "", "{}", #"{"assetPackID": "a"}"#, #"{"assetPackID": "../x", "downloadPolicy": {"onDemand": {}}}"#,
        #"{"assetPackID": "a", "downloadPolicy": {"onDemand": {}}, "platforms": ["watchOS"]}"#,
        #"{"assetPackID": "a", "downloadPolicy": {}}"#,
    ])
    func manifestsThatAreNone(text: String) async throws {
        try await withPackFolder { root, packs async throws in
            let path = packs + "/a.aar"
            let archive = try await SamplePack.archive(manifest: text)
            try Data(archive).write(to: URL(fileURLWithPath: path))
            await #expect(throws: MockServerError.self) { try await KeptPacks([path], in: root).keeper.start() }
        }
    }

    @Test func ofTwoFilesWithOneIDTheFirstIsServed() async throws {
        try await withPackFolder { root, packs async throws in
            let first = try await SamplePack(id: "a", content: [1]).write(to: packs + "/1.aar")
            try await SamplePack(id: "a", content: [2]).write(to: packs + "/2.aar")
            let kept = try KeptPacks([packs], in: root)
            try await kept.keeper.start()
            #expect(try await kept.bytes("a") == first)
            #expect(try kept.console.text.contains("2.aar is the pack a too"))
        }
    }

    @Test func aSymbolicLinkMayBeNamed() async throws {
        try await withPackFolder { root, packs async throws in
            let bytes = try await SamplePack(id: "a").write(to: packs + "/a.aar")
            try FileManager.default.createSymbolicLink(
                atPath: root + "/link.aar", withDestinationPath: packs + "/a.aar")
            let kept = try KeptPacks([root + "/link.aar"], in: root)
            try await kept.keeper.start()
            #expect(try await kept.bytes("a") == bytes)
        }
    }
}
