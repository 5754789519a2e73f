// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import IPCTestSupport
import SystemSupport
import Testing

@testable import BackgroundAssets

/// Folders that several packs have.
@Suite(.timeLimit(.minutes(2))) struct MergedFoldersTests {
    private let service: FakeService
    private let manager: AssetPackManager
    private var caches: String { service.folder.path + "/groups/\(FakeService.groupID)/Library/Caches" }
    private var place: String { caches + "/.background-assets-folders" }

    init() throws {
        service = try FakeService()
        service.publish(
            "a", version: 1,
            files: [
                "Maps/north.map": "a north", "Maps/both.map": "a both", "Maps/Deep/x.map": "a x",
                "Maps/Deep/odd": "file",
                "Alone/one": "1",
            ])
        service.publish(
            "b", version: 1,
            files: [
                "Maps/south.map": "b south", "Maps/both.map": "b both", "Maps/Deep/y.map": "b y",
                "Maps/Deep/odd/z": "z",
                "Maps/north.map/under": "never seen", "Maps/Deep/Deeper/z.map": "b z",
            ])
        service.publish("s-de", version: 1, files: ["Speech/one": "eins", "Maps/de.map": "de"], language: "de")
        service.publish("t-de", version: 1, files: ["Speech/two": "zwei"], language: "de-DE")
        service.publish("s-en", version: 1, files: ["Speech/three": "three"], language: "en")
        for id in ["a", "b", "s-de", "t-de", "s-en"] { try service.install(id) }
        try Directory.createFolders(service.folder.path + "/groups/\(FakeService.groupID)/Library/Caches")
        manager = AssetPackManager(environment: service.environment)
    }

    /// All files below a folder, with what is in them.
    private func tree(_ url: URL) throws -> [String: String] {
        var result: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            let file = url.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            #expect(FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), "\(path)")
            if !isFolder.boolValue { result[path] = try String(contentsOf: file, encoding: .utf8) }
        }
        return result
    }

    @Test func theFilesOfAllPacksAreInIt() throws {
        let url = try manager.url(for: "Maps")
        #expect(url.lastPathComponent == "Maps" && url.hasDirectoryPath)
        #expect(
            try tree(url) == [
                "north.map": "a north", "both.map": "a both", "south.map": "b south", "de.map": "de",
                "Deep/x.map": "a x", "Deep/y.map": "b y", "Deep/odd": "file", "Deep/Deeper/z.map": "b z",
            ])
        // What it says of a path is what the namespace says.
        for (path, text) in try tree(url) {
            #expect(try manager.contents(at: FilePath("Maps/" + path)) == Data(text.utf8))
        }
        #expect(try tree(manager.url(for: "Maps/Deep")).keys.sorted() == ["Deeper/z.map", "odd", "x.map", "y.map"])
        #expect(url.path.hasPrefix(place + "/"))
        let status = try #require(FileStatus(path: place))
        #expect(status.permissions == 0o700)
    }

    @Test func aFolderOfOnePackIsItsOwn() throws {
        #expect(try manager.url(for: "Alone").path == service.packsPath + "/a/1/Contents/Alone")
        #expect(try manager.url(for: "Maps/Deep/Deeper").path == service.packsPath + "/b/1/Contents/Maps/Deep/Deeper")
        #expect(try manager.url(for: "Maps/both.map").path == service.packsPath + "/a/1/Contents/Maps/both.map")
        #expect(FileStatus(path: place) == nil)
    }

    @Test func aLanguageHasItsPacksOnly() throws {
        let german = try manager.url(for: "Speech", asLocalizedFor: Locale.Language(identifier: "de"))
        #expect(try tree(german) == ["one": "eins", "two": "zwei"])
        let english = try manager.url(for: "Speech", asLocalizedFor: Locale.Language(identifier: "en-US"))
        #expect(english.path == service.packsPath + "/s-en/1/Contents/Speech")
        #expect(try tree(manager.url(for: "Speech")).keys.sorted() == ["one", "three", "two"])
    }

    @Test func itIsMadeAnewWhenThePacksChange() async throws {
        let first = try manager.url(for: "Maps")
        #expect(try manager.url(for: "Maps") == first)
        service.publish("b", version: 2, files: ["Maps/west.map": "b west"])
        try service.install("b")
        // Until a call that changes packs, this process reads what it has pinned.
        #expect(try manager.url(for: "Maps") == first)
        try await manager.checkForUpdates()
        let second = try manager.url(for: "Maps")
        #expect(
            try tree(second).keys.sorted() == ["Deep/odd", "Deep/x.map", "both.map", "de.map", "north.map", "west.map"])
        #expect(FileStatus(path: first.path) == nil)
        try service.remove("b")
        try service.remove("s-de")
        try await manager.checkForUpdates()
        #expect(try manager.url(for: "Maps").path == service.packsPath + "/a/1/Contents/Maps")
    }

    @Test func whatSomebodyClearsIsMadeAgain() throws {
        let url = try manager.url(for: "Maps")
        let wanted = try tree(url)
        try FileManager.default.removeItem(at: url)
        #expect(try tree(manager.url(for: "Maps")) == wanted)
        try FileManager.default.removeItem(atPath: place)
        #expect(try tree(manager.url(for: "Maps")) == wanted)
        // The packs have lost nothing by it.
        #expect(try tree(URL(fileURLWithPath: service.packsPath + "/a/1/Contents/Maps")).count == 4)
    }

    @Test func nothingIsLeft() throws {
        do {
            let manager = AssetPackManager(environment: service.environment)
            #expect(FileStatus(path: try manager.url(for: "Maps").path)?.kind == .folder)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: caches) == [])
    }

    @Test func theDeadAreSweptAndTheLivingAreNot() throws {
        // Without a lock, as a process that was killed leaves it.
        try Directory.createFolders(place + "/1-dead/1/Maps")
        #expect(symlink(service.packsPath + "/a/1/Contents/Maps/north.map", place + "/1-dead/1/Maps/north.map") == 0)
        let other = AssetPackManager(environment: service.environment)
        let living = try other.url(for: "Maps")
        let url = try manager.url(for: "Maps")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 2)
        #expect(FileStatus(path: place + "/1-dead") == nil)
        #expect(try tree(living) == tree(url))
        #expect(FileStatus(path: service.packsPath + "/a/1/Contents/Maps/north.map")?.kind == .file)
        withExtendedLifetime(other) {}
    }

    @Test func withoutAGroupItIsMadeAmongTheTemporaryFiles() throws {
        try FileManager.default.removeItem(atPath: service.folder.path + "/groups")
        let url = try manager.url(for: "Maps")
        #expect(url.path.contains("/background-assets-folders-\(getuid())/\(getpid())-"))
        #expect(try tree(url).count == 8)
    }

    @Test func aPlaceThatOthersCanWriteToIsRefused() throws {
        try Directory.createFolders(place)
        try #require(chmod(place, 0o777) == 0)
        let error = #expect(throws: CocoaError.self) { try manager.url(for: "Maps") }
        #expect(error?.localizedDescription.contains(place) == true)
    }
}
