// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Glibc
import SystemSupport
import Testing

@Suite struct LinkTargetTests {
    @Test(arguments: [
        ("a", 0), ("a/../b", 0), ("./a", 0), ("../a", 1), ("a/../../b", 1), ("..", 1), ("a//b", 0), ("", 0),
    ])
    func staysInside(_ target: String, _ depth: Int) { #expect(LinkTarget(target).staysInside(depth: depth)) }

    @Test(arguments: [("/a", 5), ("..", 0), ("../a", 0), ("a/../..", 0), ("a/../../../b/c", 1), ("./../..", 1)])
    func leadsAway(_ target: String, _ depth: Int) { #expect(!LinkTarget(target).staysInside(depth: depth)) }

    @Test("A link is read, of any length; what is none has no target") func reading() async throws {
        try await TemporaryFolder.with { folder in
            let target = String(repeating: "folder/", count: 580) + "é"
            try #require(symlink(target, folder.path("link")) == 0)
            #expect(LinkTarget(of: folder.path("link"))?.text == target)
            #expect(LinkTarget(of: try folder.write("a", to: "file")) == nil)
            #expect(LinkTarget(of: folder.path("nothing")) == nil)
        }
    }
}
