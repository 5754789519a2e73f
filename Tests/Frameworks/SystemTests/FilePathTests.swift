// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import System
import Testing

struct FilePathTests {
    @Test func literalsAndTexts() {
        let path: FilePath = "/usr//local/"
        #expect(path == FilePath("/usr/local"))
        #expect(path.string == "/usr/local")
        #expect("\(path)" == "/usr/local")
        #expect(path.debugDescription == "\"/usr/local\"")
        #expect(String(decoding: path) == "/usr/local")
        #expect(String(validating: path) == "/usr/local")
        #expect(path.length == 10)
        #expect(FilePath().isEmpty)
        #expect(Set([path, "/usr/local", "/usr"]).count == 2)
    }

    @Test func bytesThatAreNotUTF8() {
        let bytes: [CChar] = [0x61, -1, 0]
        let path = FilePath(platformString: bytes)
        #expect(path.length == 2)
        #expect(path.string == "a\u{FFFD}")
        #expect(String(validating: path) == nil)
        #expect(path.withPlatformString { [$0[0], $0[1], $0[2]] } == bytes)
        #expect(path.withCString { FilePath(platformString: $0) } == path)
        #expect(path.lastComponent.flatMap { String(validating: $0) } == nil)
        #expect(FilePath.Component(platformString: bytes)?.string == "a\u{FFFD}")
    }

    @Test func partsOfAPath() {
        var path: FilePath = "/data/pack.tar.gz"
        #expect(path.isAbsolute && !path.isRelative)
        #expect(path.root == "/")
        #expect(path.lastComponent == "pack.tar.gz")
        #expect(path.stem == "pack.tar")
        #expect(path.extension == "gz")
        path.extension = "xz"
        #expect(path == "/data/pack.tar.xz")
        path.extension = nil
        #expect(path == "/data/pack.tar")
        path.root = nil
        #expect(path == "data/pack.tar")
        path.root = "/"
        #expect(path.removingRoot() == "data/pack.tar")
        #expect(FilePath(root: "/", path.components.dropFirst()) == "/pack.tar")
        #expect(FilePath(root: nil, components: "a", "b") == "a/b")
        #expect(FilePath(root: "/", ["a", "b"] as [FilePath.Component]) == "/a/b")
    }

    @Test func startsAndEnds() {
        let path: FilePath = "/a/b/c"
        #expect(path.starts(with: "/a/b"))
        #expect(!path.starts(with: "/a/bb"))
        #expect(!path.starts(with: "a"))
        #expect(path.ends(with: "b/c"))
        #expect(!path.ends(with: "/c"))
    }

    @Test func appendingAndPushing() {
        #expect(FilePath("a").appending("b/c") == "a/b/c")
        #expect(FilePath("a").appending("/b") == "a/b")
        #expect(FilePath("a").appending(FilePath.Component("b")) == "a/b")
        #expect(FilePath("a").appending(["b", ".."] as [FilePath.Component]) == "a/b/..")
        #expect(FilePath("a").pushing("b") == "a/b")
        #expect(FilePath("a").pushing("/b") == "/b")
        var path = FilePath()
        path.append("/x")
        path.append(["y", "z"] as [FilePath.Component])
        path.push("..")
        #expect(path == "/x/y/z/..")
    }

    @Test func removing() {
        var path: FilePath = "/a/b/c"
        #expect(path.removingLastComponent() == "/a/b")
        let isRemoved = [path.removePrefix("/b"), path.removePrefix("/a")]
        #expect(isRemoved == [false, true])
        #expect(path == "b/c")
        let hadLast = (0..<3).map { _ in path.removeLastComponent() }
        #expect(hadLast == [true, true, false])
        #expect(path.isEmpty)
        path = "x"
        path.removeAll()
        #expect(path == "")
    }

    @Test func lexicalNormalisation() {
        #expect(FilePath("/a/./b/../../..").lexicallyNormalized() == "/")
        #expect(FilePath("../a/..").lexicallyNormalized() == "..")
        #expect(!FilePath("a/../b").isLexicallyNormal)
        #expect(FilePath("../b").isLexicallyNormal)
        #expect(FilePath("/srv").lexicallyResolving("a/../b") == "/srv/b")
        #expect(FilePath("/srv").lexicallyResolving("/etc") == "/srv/etc")
        #expect(FilePath("/srv").lexicallyResolving("../etc") == nil)
        var path: FilePath = "a//./b"
        path.lexicallyNormalize()
        #expect(path == "a/b")
    }

    @Test func encodingIsThatOfTheWrappedPath() throws {
        let data = try JSONEncoder().encode(FilePath("/a/b"))
        #expect(try JSONDecoder().decode(FilePath.self, from: data) == "/a/b")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FilePath.self, from: Data("{}".utf8)) }
    }
}
