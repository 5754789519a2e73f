// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import ServiceInterface
import Testing
import Varlink

/// What apps and backups make of files that the service has delivered.
@Suite("Delivered files", .timeLimit(.minutes(5))) struct ReplacedFileTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try await body(world)
        }
    }

    @Test("A9: a delivered file that has replaced another keeps its mark, and is purged", arguments: [true, false])
    func replacedFiles(isThereBefore: Bool) async throws {
        try await with { world in
            let path = try #require(try await world.fetch(["one"], bytes: bytes)["one"])
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            let place = URL(fileURLWithPath: world.caches + "/one")
            if isThereBefore { try Data("old".utf8).write(to: place) }
            _ = try FileManager.default.replaceItemAt(place, withItemAt: URL(fileURLWithPath: path))
            #expect(FileManager.default.contents(atPath: place.path).map { [UInt8]($0) } == bytes)
            let purged = try await world.purge()
            #expect(purged.map(\.identifier) == ["one"])
            #expect(!ServiceWorld.exists(place.path))
        }
    }

    @Test("B13: tar leaves downloaded files out of a backup when it excludes caches") func backups() async throws {
        try await with { world in
            let path = try #require(try await world.fetch(["one"], bytes: bytes)["one"])
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: path, toPath: world.caches + "/one")
            let own = world.root + "/caches/" + ServiceWorld.bundleID
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: own + "/two"))
            let document = world.root + "/groups/\(ServiceWorld.groupID)/document"
            try Data(bytes).write(to: URL(fileURLWithPath: document))
            try await world.app().close()
            _ = try await world.wait { ServiceWorld.exists(own + "/CACHEDIR.TAG") ? true : nil }
            func names(_ options: [String]) async throws -> [String] {
                let archive = world.folder.path("backup.tar")
                let tar = ["tar", "-C", world.root] + options + ["-cf", archive, "groups", "caches"]
                let made = try await ProgramRun.run("/usr/bin/env", tar)
                try #require(made.status == 0, "\(made.errors)")
                let listed = try await ProgramRun.run("/usr/bin/env", ["tar", "-tf", archive])
                return listed.output.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
            }
            let kept = try await names(["--exclude-caches"])
            #expect(kept.contains("document") && !kept.contains("one") && !kept.contains("two"))
            let all = try await names([])
            #expect(all.contains("document") && all.contains("one") && all.contains("two"))
        }
    }
}
