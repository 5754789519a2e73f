// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import PackagingCommands
import Testing

@Suite struct GlobPatternTests {
    @Test(
        arguments: [
            ("a.txt", ["a.txt"], ["A.txt", "b/a.txt", "a.txt/b"]),
            ("*.png", ["a.png", "ä ö.png"], ["a/b.png", ".png", ".a.png", "a.pngx"]),
            ("*", ["a", "a.b"], ["a/b", ".a", ""]),
            ("a?c", ["abc", "aéc", "a.c"], ["ac", "abbc", "a/c"]),
            ("[a-c]x", ["ax", "cx"], ["dx", "x"]),
            ("[!a-c]x", ["dx"], ["ax", "x"]),
            ("[^a]x", ["bx"], ["ax"]),
            ("[]a]", ["]", "a"], ["[", "b"]),
            ("[a-]", ["a", "-"], ["b"]),
            ("[[:digit:]_]", ["7", "_"], ["a"]),
            ("[![:alpha:]]", ["1"], ["a"]),
            ("\\*", ["*"], ["a"]),
            ("\\[x\\]", ["[x]"], ["x"]),
            ("[\\]]", ["]"], ["\\"]),
            ("**", ["a", "a/b", "a/b/c"], [".a", "a/.b", ".a/b"]),
            ("**/*.png", ["a.png", "x/a.png", "x/y/a.png"], ["x/a.jpg", ".x/a.png", "x/.a.png"]),
            ("a/**", ["a/b", "a/b/c"], ["b", "ab/c"]),
            ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/x", "b", "a/bb"]),
            ("**/a/**/b", ["a/b", "x/a/y/b", "a/a/b/b"], ["a", "b/a"]),
            ("a/**/**/b", ["a/b", "a/x/b"], ["a/x"]),
            (".*", [".a"], ["a"]),
            ("**/.git", [".git", "a/.git"], [".git/x"]),
            ("a**b", ["ab", "axxb"], ["a/b"]),
            ("*a*b*c*", ["abc", "xaxbxcx"], ["acb", "ab"]),
        ] as [(String, [String], [String])])
    func matches(pattern: String, yes: [String], no: [String]) throws {
        let glob = try GlobPattern(pattern)
        for path in yes { #expect(glob.matches(path), "\(pattern) matches \(path)") }
        for path in no { #expect(!glob.matches(path), "\(pattern) does not match \(path)") }
    }

    @Test func exclusionsMatchHiddenNamesAndFolders() throws {
        let glob = try GlobPattern("**/*.tmp", matchesHidden: true)
        #expect(glob.matchesOrContains(".a/b.tmp"))
        #expect(glob.matchesOrContains("a/b.tmp/c/d"))
        #expect(!glob.matchesOrContains("a/b.tmpx/c"))
        #expect(try GlobPattern("build", matchesHidden: true).matchesOrContains("build/x/y"))
        #expect(try !GlobPattern("build", matchesHidden: true).matchesOrContains("a/build"))
    }

    @Test(arguments: [
        ("a/b/*.png", "a/b", 0), ("*/b", "", 1), ("a/*/c/d", "a", 2), ("a/b", "a", 0), ("a", "", 0),
    ])
    func knowsWhereMatchesLie(pattern: String, prefix: String, depth: Int) throws {
        let glob = try GlobPattern(pattern)
        #expect(glob.fixedPrefix == prefix)
        #expect(glob.depthBelowPrefix == depth)
    }

    @Test func anyFoldersHaveNoDepth() throws {
        #expect(try GlobPattern("a/**/b").depthBelowPrefix == nil)
        #expect(try GlobPattern("a\\*/b*").fixedPrefix == "a*")
    }

    @Test(arguments: ["[a", "[", "[!", "[z-a]", "a\\", "[[:alpha]", "[[:what:]]", "[a-\\"])
    func refuses(pattern: String) { #expect(throws: GlobPattern.Fault.self) { try GlobPattern(pattern) } }

    /// A naive matcher would take longer than anybody waits.
    @Test func staysFastOnHostilePatterns() throws {
        let stars = try GlobPattern(String(repeating: "*a", count: 50) + "b")
        #expect(!stars.matches(String(repeating: "a", count: 5000)))
        let folders = try GlobPattern(String(repeating: "**/a/", count: 50) + "b")
        #expect(!folders.matches(String(repeating: "a/", count: 2000) + "c"))
    }
}
