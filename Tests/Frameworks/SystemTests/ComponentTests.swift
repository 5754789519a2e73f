// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import System
import Testing

struct ComponentTests {
    @Test func kinds() {
        #expect(FilePath("./../a").components.map(\.kind) == [.currentDirectory, .parentDirectory, .regular])
    }

    @Test func names() {
        let component: FilePath.Component = "a.b.c"
        #expect(component.extension == "c")
        #expect(component.stem == "a.b")
        #expect(FilePath.Component(".hidden").extension == nil)
        #expect("\(component)" == "a.b.c")
        #expect(String(decoding: component) == "a.b.c")
    }

    @Test(arguments: ["", "/", "a/b", "/a"]) func textsThatAreNoComponent(text: String) {
        #expect(FilePath.Component(text) == nil)
    }

    @Test(arguments: ["", "a", "/a"]) func textsThatAreNoRoot(text: String) {
        #expect(FilePath.Root(text) == nil)
    }

    @Test func roots() {
        #expect(FilePath.Root("/").string == "/")
        #expect(FilePath.Root(platformString: [0x2F, 0]) == "/")
        #expect(FilePath("a").root == nil)
    }

    @Test func viewsAreCollections() {
        let view = FilePath("/a/b/c").components
        #expect(view.count == 3)
        #expect(view.first == "a")
        #expect(view.last == "c")
        #expect(Array(view.reversed()) == ["c", "b", "a"])
        #expect(view[view.index(view.startIndex, offsetBy: 1)] == "b")
        #expect(view.startIndex < view.endIndex)
    }

    @Test func changedViewsLeaveTheRoot() {
        var path: FilePath = "/a/b/c"
        path.components.removeFirst()
        #expect(path == "/b/c")
        path.components.append("d")
        #expect(path == "/b/c/d")
        path.components.replaceSubrange(..<path.components.endIndex, with: ["x"])
        #expect(path == "/x")
        path = "a/b/c"
        path.components.replaceSubrange(path.components.index(after: path.components.startIndex)..., with: ["x", "y"])
        #expect(path == "a/x/y")
        path.components.replaceSubrange(..<path.components.index(after: path.components.startIndex), with: ["q", "r"])
        #expect(path == "q/r/x/y")
        path.root = "/"
        path.components.removeAll()
        #expect(path == "/")
        path.components = FilePath("y/z").components
        #expect(path == "/y/z")
        var relative: FilePath = "a"
        relative.components = FilePath("/b").components
        #expect(relative == "b")
    }
}
