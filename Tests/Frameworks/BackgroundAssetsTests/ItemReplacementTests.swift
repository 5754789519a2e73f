// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import Glibc
import SystemSupport
import Testing

/// `FileManager.replaceItemAt` as code for Apple's platforms calls it: with and without the arguments that have defaults.
@Suite("Replacing items", .timeLimit(.minutes(2))) struct ItemReplacementTests {
    private func with(_ body: (TemporaryFolder, _ old: URL, _ new: URL) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Array("new".utf8), to: "new")
            try await body(
                folder, URL(fileURLWithPath: folder.path("old")), URL(fileURLWithPath: folder.path("new")))
        }
    }

    private static let mark = "user.background-assets.purgeable"

    private static func open(_ url: URL) throws -> OwnedDescriptor {
        try OwnedDescriptor(checking: Glibc.open(url.path, O_RDONLY | O_CLOEXEC), "open", url.path)
    }

    private func text(_ url: URL) -> String? {
        FileManager.default.contents(atPath: url.path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A9: the new file is in the old one's place, with its mark and the old one's permissions")
    func replacing() async throws {
        try await with { folder, old, new in
            try folder.write(Array("old".utf8), to: "old")
            try #require(chmod(old.path, 0o640) == 0)
            try Self.open(new).setAttribute(Self.mark, to: "id", subject: new.path)
            let result = try FileManager.default.replaceItemAt(old, withItemAt: new)
            #expect(result == old)
            #expect(text(old) == "new")
            #expect(text(new) == nil)
            #expect(try Self.open(old).attribute(Self.mark) == "id")
            let permissions = try FileManager.default.attributesOfItem(atPath: old.path)[.posixPermissions]
            #expect(permissions as? NSNumber == 0o640)
        }
    }

    @Test("There need be no old file") func placing() async throws {
        try await with { _, old, new in
            try FileManager.default.replaceItemAt(old, withItemAt: new)
            #expect(text(old) == "new")
        }
    }

    @Test("Without a new file nothing happens to the old one") func missing() async throws {
        try await with { folder, old, new in
            try folder.write(Array("old".utf8), to: "old")
            try FileManager.default.removeItem(at: new)
            let error = #expect(throws: CocoaError.self) {
                try FileManager.default.replaceItemAt(old, withItemAt: new)
            }
            #expect(error?.code == .fileNoSuchFile)
            #expect(text(old) == "old")
            try FileManager.default.replaceItemAt(old, withItemAt: old)
            #expect(text(old) == "old")
        }
    }

    @Test("Folders change places with all that is in them", arguments: [true, false]) func folders(isOver: Bool)
        async throws
    {
        try await with { folder, old, new in
            try FileManager.default.removeItem(at: new)
            try folder.write(Array("inner".utf8), to: "new/file")
            if isOver {
                try folder.write(Array("gone".utf8), to: "old/other")
            } else {
                try folder.write(Array("gone".utf8), to: "old")
            }
            try FileManager.default.replaceItemAt(old, withItemAt: new)
            #expect(try FileManager.default.contentsOfDirectory(atPath: old.path) == ["file"])
            #expect(!FileManager.default.fileExists(atPath: new.path))
        }
    }

    @Test("From another disk it comes as a whole, or not at all") func otherDisk() async throws {
        try await with { folder, _, new in
            let old = URL(fileURLWithPath: folder.path("disk/old"))
            try await SmallDisk.with(.tmpfs, megabytes: 2, at: "disk", in: folder) { disk in
                try folder.write(Array("old".utf8), to: "disk/old")
                try FileManager.default.replaceItemAt(old, withItemAt: new)
                #expect(text(old) == "new")
                #expect(text(new) == nil)
                try folder.write([UInt8](repeating: 1, count: 4 << 20), to: "new")
                let error = #expect(throws: CocoaError.self) {
                    try FileManager.default.replaceItemAt(old, withItemAt: new)
                }
                #expect(error?.code == .fileWriteOutOfSpace)
                #expect(text(old) == "new")
                #expect(FileManager.default.fileExists(atPath: new.path))
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["old"])
            }
        }
    }

    /// Each way to call it that Foundation's signature allows.
    private static let ways: [@Sendable (FileManager, URL, URL) throws -> URL?] = [
        { try $0.replaceItemAt($1, withItemAt: $2) },
        { try $0.replaceItemAt($1, withItemAt: $2, options: []) },
        { try $0.replaceItemAt($1, withItemAt: $2, backupItemName: nil) },
        { try $0.replaceItemAt($1, withItemAt: $2, backupItemName: "backup") },
        { try $0.replaceItemAt($1, withItemAt: $2, backupItemName: nil, options: []) },
        { try $0.replaceItemAt($1, withItemAt: $2, backupItemName: "backup", options: []) },
        { manager, old, new in
            let name: String? = "backup"
            let options = FileManager.ItemReplacementOptions.usingNewMetadataOnly
            return try manager.replaceItemAt(old, withItemAt: new, backupItemName: name, options: options)
        },
    ]

    @Test("Every way to call it replaces the file, and leaves no backup", arguments: ways.indices)
    func calling(way: Int) async throws {
        try await with { folder, old, new in
            try folder.write(Array("old".utf8), to: "old")
            try Self.open(new).setAttribute(Self.mark, to: "id", subject: new.path)
            #expect(try Self.ways[way](.default, old, new) == old)
            #expect(text(old) == "new")
            #expect(try Self.open(old).attribute(Self.mark) == "id")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["old"])
            try folder.write(Array("newer".utf8), to: "new")
            try FileManager.default.removeItem(at: old)
            #expect(try Self.ways[way](.default, old, new) == old)
            #expect(text(old) == "newer")
        }
    }

    @Test("A backup stays when it is wanted, in place of what has its name", arguments: [true, false])
    func keepingBackup(isFolder: Bool) async throws {
        try await with { folder, old, new in
            let path = isFolder ? "/file" : ""
            if isFolder { try FileManager.default.removeItem(at: new) }
            try folder.write(Array("new".utf8), to: "new" + path)
            try folder.write(Array("old".utf8), to: "old" + path)
            try folder.write(Array("older".utf8), to: "backup/of/another")
            let result = try FileManager.default.replaceItemAt(
                old, withItemAt: new, backupItemName: "backup", options: .withoutDeletingBackupItem)
            #expect(result == old)
            #expect(text(URL(fileURLWithPath: old.path + path)) == "new")
            #expect(text(URL(fileURLWithPath: folder.path("backup") + path)) == "old")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == ["backup", "old"])
        }
    }

    @Test("With its own metadata only, the new file keeps its permissions") func newMetadata() async throws {
        try await with { folder, old, new in
            try folder.write(Array("old".utf8), to: "old")
            try #require(chmod(old.path, 0o640) == 0 && chmod(new.path, 0o600) == 0)
            try FileManager.default.replaceItemAt(old, withItemAt: new, options: .usingNewMetadataOnly)
            let permissions = try FileManager.default.attributesOfItem(atPath: old.path)[.posixPermissions]
            #expect(permissions as? NSNumber == 0o600)
        }
    }

    @Test("A backup has a name of its own, beside the original", arguments: ["", "..", "a/b", "old"])
    func badBackup(name: String) async throws {
        try await with { folder, old, new in
            try folder.write(Array("old".utf8), to: "old")
            let error = #expect(throws: CocoaError.self) {
                try FileManager.default.replaceItemAt(
                    old, withItemAt: new, backupItemName: name, options: .withoutDeletingBackupItem)
            }
            #expect(error?.code == .fileWriteInvalidFileName)
            #expect(text(old) == "old" && text(new) == "new")
        }
    }
}
