// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Glibc
import SystemSupport
import Testing

/// Files that are replaced whole, and what a process leaves that is killed in the midst.
struct ReplacingTests {
    @Test func theFileIsReplacedAndNothingElseStays() async throws {
        try await TemporaryFolder.with { folder in
            let directory = try Directory(opening: folder.path(""))
            try directory.writeAtomically(Array("old".utf8), to: "name.desktop")
            try directory.writeAtomically(Array("new".utf8), to: "name.desktop", mode: 0o644)
            #expect(try directory.names() == ["name.desktop"])
            #expect(try directory.open("name.desktop").readAll(limit: 10, subject: "it") == Array("new".utf8))
        }
    }

    @Test func onlyWhatDeadProcessesLeftIsRemoved() async throws {
        try await TemporaryFolder.with { folder in
            let directory = try Directory(opening: folder.path(""))
            // A process that has ended, and one that lives.
            var dead: pid_t = 0
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            defer { free(arguments[0]) }
            #expect(posix_spawnp(&dead, "true", nil, nil, &arguments, nil) == 0)
            #expect(waitpid(dead, nil, 0) == dead)
            let left = ".com.example.game.desktop.\(dead).17.tmp"
            let locked = ".com.example.game.desktop.\(dead).18.tmp"
            let stay = [
                ".com.example.game.desktop.\(getpid()).17.tmp", ".com.example.game.desktop.\(dead).17",
                ".com.example.game.desktop.\(dead).tmp", ".com.example.game.desktop.\(dead).x.tmp",
                ".game.txt.\(dead).17.tmp", "com.example.game.desktop", "com.example.game.desktop.\(dead).17.tmp",
                ".\(dead).17.tmp", ".desktop.-1.17.tmp", locked,
            ]
            for name in stay + [left] { try folder.write("x", to: name) }
            try folder.write("x", to: ".folder.desktop.\(dead).17.tmp/in/it")
            // Of a process that another container counts, and whose number means nothing here.
            let lock = open(folder.path(locked), O_RDONLY | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
            defer { close(lock) }
            try directory.removeUnfinished { $0.hasSuffix(".desktop") }
            #expect(try directory.names().sorted() == stay.sorted())
        }
    }
}
