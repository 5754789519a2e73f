// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Testing

@Suite struct EntryPathTests {
    @Test(arguments: ["a", "a/b", "Contents/Übung/日本.txt", ".hidden", "..a", "a..", "...", "a b/c\\d", "C:x", "~"])
    func goodPaths(_ path: String) throws {
        try EntryPath.check(path)
    }

    @Test(
        arguments: [
            ("", .empty), ("/", .absolute), ("/etc/passwd", .absolute), ("..", .parentReference),
            (".", .parentReference),
            ("a/../b", .parentReference), ("../a", .parentReference), ("a/..", .parentReference),
            ("a/./b", .parentReference),
            ("a//b", .emptyComponent), ("a/", .emptyComponent), ("a\0b", .nulByte),
            (String(repeating: "a", count: 256), .tooLong), (String(repeating: "a/", count: 600) + "a", .tooLong),
        ] as [(String, ArchiveError.PathProblem)])
    func badPaths(_ path: String, _ problem: ArchiveError.PathProblem) {
        #expect(throws: ArchiveError.unsafePath(path, problem)) { try EntryPath.check(path) }
    }

    @Test func order() {
        let sorted = ["", "a", "a/x", "a/x/y", "a-b", "a.b", "a0", "b"]
        for (index, first) in sorted.enumerated() {
            for (other, second) in sorted.enumerated() {
                #expect(EntryPath.precedes(first, second) == (index < other), "\(first) \(second)")
            }
        }
    }

    @Test(arguments: [
        ("a", "b"), ("a", "b/c"), ("a", "./b"), ("a/b", "../c"), ("a/b", ".."), ("a/b/c", "../../d"), ("a", "b//c"),
        ("a", "b/"), ("a", "..b"),
    ])
    func linksThatStay(_ path: String, _ target: String) {
        #expect(EntryPath.linkStays(at: path, target: target))
    }

    @Test(arguments: [
        ("a", ""), ("a", "/"), ("a", "/etc"), ("a", ".."), ("a", "../b"), ("a/b", "../.."), ("a/b", "./../../c"),
        // What `b` is may be a link to a folder higher up.
        ("a", "b/.."), ("a/b/c", "d/../../.."), ("a", "b\0c"),
    ])
    func linksThatMayLeave(_ path: String, _ target: String) {
        #expect(!EntryPath.linkStays(at: path, target: target))
    }
}
