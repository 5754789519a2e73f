// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Glibc
import SystemSupport
import Testing

/// Removing trees that others have made, whatever is in them.
struct TreeRemovalTests {
    @Test func namesThatAreNotUTF8() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "tree/inner/file")
            for name in ["tree/\u{1}", "tree/inner/\u{1}"] {
                // A file and a folder of this name each.
                let path = folder.path(name).utf8.map { $0 == 1 ? 0xff : $0 }.map { CChar(bitPattern: $0) } + [0]
                #expect(mkdir(path, 0o755) == 0)
                let file = path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/")), CChar(bitPattern: 0xfe), 0]
                close(open(Array(file), O_WRONLY | O_CREAT, 0o644))
            }
            let directory = try Directory(opening: folder.path)
            try directory.removeTree("tree")
            #expect(try directory.names().isEmpty)
        }
    }

    @Test func aTreeThatIsDeeperThanThereAreDescriptors() async throws {
        try await TemporaryFolder.with { folder in
            var place = try OwnedDescriptor(checking: open(folder.path, O_RDONLY | O_DIRECTORY), "open", folder.path)
            // Longer than any path may be, too.
            for _ in 0..<3000 {
                #expect(mkdirat(place.rawValue, "deep", 0o755) == 0)
                place = try OwnedDescriptor(
                    checking: openat(place.rawValue, "deep", O_RDONLY | O_DIRECTORY), "open", "deep")
            }
            let directory = try Directory(opening: folder.path)
            try directory.removeTree("deep")
            #expect(try directory.names().isEmpty)
        }
    }

    @Test func foldersThatNobodyMayReadOrWrite() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "tree/closed/inner/file")
            for name in ["tree/closed/inner", "tree/closed"] { #expect(chmod(folder.path(name), 0) == 0) }
            let directory = try Directory(opening: folder.path)
            try directory.removeTree("tree")
            #expect(try directory.names().isEmpty)
        }
    }

    @Test func linksAreRemovedAndNotFollowed() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "kept/file")
            try folder.write("x", to: "tree/file")
            #expect(symlink(folder.path("kept"), folder.path("tree/link")) == 0)
            #expect(symlink(folder.path("kept"), folder.path("link")) == 0)
            let directory = try Directory(opening: folder.path)
            try directory.removeTree("tree")
            // Neither beneath a link, nor above the folder.
            #expect(throws: SystemError.self) { try directory.removeTree("link/file") }
            #expect(throws: SystemError.self) { try directory.removeTree("../x") }
            #expect(throws: SystemError.self) { try directory.removeFile("link/file") }
            #expect(throws: SystemError.self) { try directory.makeFolder("link/folder") }
            #expect(throws: SystemError.self) { try directory.rename("kept/file", to: "link/other") }
            #expect(!directory.exists("link/file") && directory.exists("kept/file"))
            try directory.removeTree("link")
            #expect(try directory.names() == ["kept"])
            #expect(try directory.folder("kept").names() == ["file"])
        }
    }

    @Test func whatIsNotThereIsRemovedAlready() async throws {
        try await TemporaryFolder.with { folder in
            let directory = try Directory(opening: folder.path)
            for path in ["nothing", "nothing/at/all"] { try directory.removeTree(path) }
            try directory.removeFile("nothing")
        }
    }
}
