// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Files that may be removed when the disk runs short, with a real service and real files.
@Suite("Purgeable files", .timeLimit(.minutes(5))) struct PurgeTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try await body(world)
        }
    }

    private func mark(_ path: String, with id: String) throws {
        let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
        try file.setAttribute(PurgeableFiles.mark, to: id, subject: path)
    }

    @Test("A9, B13: moved files keep the mark in caches; copies, changed ones and those elsewhere are the app's own")
    func theMark() async throws {
        try await with { world in
            let names = ["moved", "copied", "changed", "grown", "kept", "linked", "own", "unmarked"]
            let paths = try await world.fetch(names, bytes: bytes)
            let files = FileManager.default
            let (caches, own) = (world.caches, world.root + "/caches/" + ServiceWorld.bundleID)
            let elsewhere = world.root + "/groups/\(ServiceWorld.groupID)/Documents"
            for folder in [caches + "/deep", own, elsewhere] {
                try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            for name in names {
                let folder = name == "kept" ? elsewhere : name == "own" ? own : caches + "/deep"
                try files.moveItem(atPath: try #require(paths[name]), toPath: folder + "/" + name)
            }
            let deep = caches + "/deep/"
            try files.copyItem(atPath: deep + "copied", toPath: deep + "copy")
            try files.removeItem(atPath: deep + "copied")
            let changed = try #require(FileHandle(forUpdatingAtPath: deep + "changed"))
            try changed.write(contentsOf: Data([1]))
            try changed.close()
            try #require(truncate(deep + "grown", 200_000) == 0)
            try #require(link(deep + "linked", deep + "other") == 0)
            try mark(deep + "unmarked", with: "")

            let purged = try await world.purge()
            #expect(Set(purged.map(\.identifier)) == ["moved", "own"])
            #expect(purged.allSatisfy { $0.bytes >= 100_000 && !ServiceWorld.exists($0.path) })
            for name in ["copy", "changed", "grown", "linked", "other", "unmarked"] {
                #expect(ServiceWorld.exists(deep + name), "\(name)")
            }
            #expect(ServiceWorld.exists(elsewhere + "/kept"))
            #expect(try await world.purge() == [])
            // Back in the caches, unchanged, it may go again; one with a single name, too.
            try files.moveItem(atPath: elsewhere + "/kept", toPath: deep + "kept")
            try files.removeItem(atPath: deep + "other")
            #expect(Set(try await world.purge().map(\.identifier)) == ["kept", "linked"])
        }
    }

    @Test("A9: a delegate's unmoved file stays until it is purged; one that nobody has taken is not purged")
    func unmovedFiles() async throws {
        try await with { world in
            let path = try #require(try await world.fetch(["one"], bytes: bytes)["one"])
            world.server.serve("/two", bytes)
            try await world.schedule(world.file("two"))
            try await world.waitForNoFiles()
            try await world.restart()
            #expect(ServiceWorld.exists(path))
            #expect(try await world.purge(.init(dryRun: true)).map(\.path) == [path])
            #expect(ServiceWorld.exists(path))
            #expect(try await world.purge().map(\.identifier) == ["one"])
            #expect(!ServiceWorld.exists(path))
            let end = try #require(try await world.endings().first)
            #expect(ServiceWorld.exists(try #require(end.path)))
        }
    }

    @Test("Those go first that were used least recently, and none in vain") func theOrder() async throws {
        try await with { world in
            let names = (0..<4).map { "file\($0)" }
            let paths = try await world.fetch(names, bytes: bytes)
            let start = Int(world.clock.now)
            for (name, age) in zip(names, [30, 400, 10, 200]) {
                try await ServiceWorld.setUsed(try #require(paths[name]), at: start + 1000 - age)
            }
            #expect(try await world.purge(.init(bytes: 1_000_000)) == [])
            #expect(try await world.purge(.init(bytes: 150_000)).map(\.identifier) == ["file1", "file3"])
            let last = try await world.purge(.init(bytes: 1))
            #expect(last.map(\.identifier) == ["file0"])
            #expect(last.map(\.lastUsed) == [Double(start + 970)])
        }
    }

    @Test("A mark on another file, a link in the way and a pipe with a mark's name remove nothing") func attacks()
        async throws
    {
        try await with { world in
            let path = try #require(try await world.fetch(["one"], bytes: bytes)["one"])
            let id = (path as NSString).lastPathComponent
            let victim = world.folder.path("victim")
            try world.folder.write(bytes, to: "victim")
            try mark(victim, with: id)
            let deep = world.caches + "/deep"
            let files = FileManager.default
            // A copy of the victim with the mark, beside it a link to its folder.
            try files.createDirectory(atPath: deep, withIntermediateDirectories: true)
            try files.copyItem(atPath: victim, toPath: deep + "/forged")
            try mark(deep + "/forged", with: id)
            try files.createSymbolicLink(atPath: deep + "/link", withDestinationPath: world.folder.path)
            try #require(mkfifo(deep + "/pipe", 0o600) == 0)
            // The real one moves out, and a link leads to it.
            try files.moveItem(atPath: path, toPath: world.folder.path("outside"))
            try files.createSymbolicLink(atPath: path, withDestinationPath: world.folder.path("outside"))
            #expect(try await world.purge() == [])
            // As when the whole folder of caches is a link.
            try files.removeItem(atPath: world.caches)
            try files.createSymbolicLink(atPath: world.caches, withDestinationPath: world.folder.path)
            #expect(try await world.purge() == [])
            // Or a folder above it: neither is a file removed there, nor a tag put.
            let library = (world.caches as NSString).deletingLastPathComponent
            let elsewhere = world.folder.path("elsewhere")
            try files.createDirectory(atPath: elsewhere + "/Caches", withIntermediateDirectories: true)
            try files.moveItem(atPath: world.folder.path("outside"), toPath: elsewhere + "/Caches/file")
            try files.removeItem(atPath: library)
            try files.createSymbolicLink(atPath: library, withDestinationPath: elsewhere)
            #expect(try await world.purge() == [])
            #expect(ServiceWorld.exists(elsewhere + "/Caches/file"))
            // The next download has the container mended: the link is moved aside, and nothing behind it is touched.
            try await world.schedule(world.file("again"))
            #expect(ServiceWorld.exists(world.caches + "/CACHEDIR.TAG"))
            #expect(ServiceWorld.exists(elsewhere + "/Caches/file"))
            #expect(!ServiceWorld.exists(elsewhere + "/Caches/CACHEDIR.TAG"))
            #expect(ServiceWorld.exists(victim))
        }
    }

    @Test("A file without a byte is one, too") func emptyFiles() async throws {
        try await with { world in
            let paths = try await world.fetch(["some"], bytes: bytes)
            let none = try await world.fetch(["none"], bytes: [])
            // Two files within one tick of the kernel's clock would have no order.
            let start = Int(world.clock.now)
            try await ServiceWorld.setUsed(try #require(paths["some"]), at: start + 500)
            try await ServiceWorld.setUsed(try #require(none["none"]), at: start + 600)
            #expect(try await world.purge(.init(bytes: 100_000)).map(\.path) == [try #require(paths["some"])])
            #expect(try await world.purge().map(\.identifier) == ["none"])
        }
    }

    @Test("An app cannot purge; one that is not installed has nothing to purge") func whoMay() async throws {
        try await with { world in
            let app = try await world.app()
            defer { app.close() }
            let refusal = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(StorageInterface.Purge(), on: app)
            }
            #expect(refusal?.code == .notAttributed)
            let unknown = await #expect(throws: ServiceError.self) {
                try await world.purge(.init(bundleID: "com.example.nobody"))
            }
            #expect(unknown?.code == .appNotFound)
        }
    }

    @Test("B13: backups leave the caches of an app out once it has made them") func theTag() async throws {
        try await with { world in
            let own = world.root + "/caches/" + ServiceWorld.bundleID
            try await world.app().close()
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try await world.app().close()
            _ = try await world.wait { ServiceWorld.exists(own + "/CACHEDIR.TAG") ? true : nil }
            #expect(ServiceWorld.exists(world.caches + "/CACHEDIR.TAG"))
        }
    }
}
