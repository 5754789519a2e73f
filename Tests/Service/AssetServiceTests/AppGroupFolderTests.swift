// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import AssetService

/// The container of an app group, which a service may have been killed while making.
struct AppGroupFolderTests {
    private static let tag = "group.com.example/Library/Caches/CACHEDIR.TAG"

    private func with(_ body: (TemporaryFolder, AppGroupFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let layout = StoreLayout(root: folder.path("root"))
            try layout.prepare(userID: ProcessIdentity.userID)
            try await body(folder, AppGroupFolder(layout: layout, groupID: "group.com.example"))
        }
    }

    @Test func aTagThatWasCutOffIsMadeWhole() async throws {
        try await with { folder, group in
            try group.prepare(addedAt: 1)
            try group.markCaches()
            let path = folder.path("root/groups/" + Self.tag)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(whole.starts(with: Data("Signature: 8a477f597d28d172789f06886806bc55".utf8)))
            for size in [0, 1, 42] {
                try whole.prefix(size).write(to: URL(fileURLWithPath: path))
                try group.markCaches()
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
            }
            let caches = (path as NSString).deletingLastPathComponent
            #expect(try FileManager.default.contentsOfDirectory(atPath: caches) == ["CACHEDIR.TAG"])
        }
    }

    @Test("What an app has put in the mark's place is its own") func theAppsOwnMark() async throws {
        try await with { folder, group in
            try group.prepare(addedAt: 1)
            let path = folder.path("root/groups/" + Self.tag)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try group.markCaches()
            #expect(rmdir(path) == 0 && mkfifo(path, 0o600) == 0)
            try group.markCaches()
            #expect(unlink(path) == 0)
            // The shortest tag that there is, and what is none.
            for text in ["Signature: 8a477f597d28d172789f06886806bc55", "mine"] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                try group.markCaches()
                #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            }
        }
    }

    @Test("What an app has put in a folder's place is moved aside, and nothing behind a link is touched")
    func displaced() async throws {
        try await with { folder, group in
            try group.prepare(addedAt: 1)
            let library = folder.path("root/groups/group.com.example/Library")
            try folder.write("mine", to: "elsewhere/file")
            for _ in 0..<2 {
                try FileManager.default.removeItem(atPath: library)
                try FileManager.default.createSymbolicLink(
                    atPath: library, withDestinationPath: folder.path("elsewhere"))
                try group.prepare(addedAt: 1)
                #expect(try FileManager.default.contentsOfDirectory(atPath: library) == ["Caches"])
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == ["file"])
            }
            // What was moved aside before stays, also a folder.
            let displaced = library + AppGroupFolder.displacedSuffix
            try FileManager.default.removeItem(atPath: displaced)
            try FileManager.default.createDirectory(atPath: displaced + "/kept", withIntermediateDirectories: true)
            try FileManager.default.removeItem(atPath: library)
            try Data("mine".utf8).write(to: URL(fileURLWithPath: library))
            try group.prepare(addedAt: 1)
            #expect(FileManager.default.fileExists(atPath: displaced + "/kept"))
            #expect(FileManager.default.contents(atPath: displaced + "-3") == Data("mine".utf8))
            try FileManager.default.removeItem(atPath: library + "/Caches")
            try Data("data".utf8).write(to: URL(fileURLWithPath: library + "/Caches"))
            try group.prepare(addedAt: 1)
            #expect(
                FileManager.default.contents(atPath: library + "/Caches" + AppGroupFolder.displacedSuffix)
                    == Data("data".utf8))
        }
    }

    @Test(
        "What was made of a container goes with it, whole or not, and what an app has put there stays",
        arguments: [
            ([], true), (["Library"], true), (["Library/Caches"], true), (["Library/Caches", "Documents"], false),
            (["Library/Preferences"], false), (["Library/Caches/x"], false),
        ])
    func unusedContainers(_ folders: [String], _ isUnused: Bool) async throws {
        try await with { folder, group in
            let container = folder.path("root/groups/group.com.example")
            for name in [""] + folders {
                try FileManager.default.createDirectory(
                    atPath: container + "/" + name, withIntermediateDirectories: true)
            }
            try group.removeIfUnused()
            #expect(FileManager.default.fileExists(atPath: container) == !isUnused)
        }
    }

    @Test func aWholeContainerThatNobodyUsedGoes() async throws {
        try await with { folder, group in
            try group.prepare(addedAt: 1)
            try group.markCaches()
            try group.removeIfUnused()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("root/groups")) == [])
            // And one that is not there is none.
            try group.removeIfUnused()
        }
    }
}
