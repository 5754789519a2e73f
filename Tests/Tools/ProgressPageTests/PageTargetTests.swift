// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ControlCommands
import Testing

@testable import ProgressPage

@Suite struct PageTargetTests {
    @Test func paths() throws {
        let targets: [(String, String, PageTarget)] = [
            ("/open/k", "k", .entrance), ("/k/", "k", .page(app: nil)), ("/k/page.css", "k", .style),
            ("/k/page.js", "k", .script), ("/k/apps/com.example.game", "k", .page(app: "com.example.game")),
            ("/k/apps/%2Ftmp%2Fa%20b", "k", .page(app: "/tmp/a b")),
            ("/k/apps/a/pause", "k", .action(.pause, app: "a")), ("/k/apps/a/cancel", "k", .action(.cancel, app: "a")),
        ]
        for (path, key, target) in targets {
            let parsed = try #require(PageTarget.parse(path), "\(path)")
            #expect(parsed.key == key && parsed.target == target, "\(path)")
        }
    }

    @Test(arguments: [
        "", "/", "/k", "/open", "/open/k/", "/k/page.html", "/k/apps", "/k/apps/", "/k/apps//pause", "/k/apps/a/",
        "/k/apps/a/remove", "/k/apps/a/pause/b", "/k/apps/%FF", "/k/../k/", "k",
    ])
    func nowhere(_ path: String) { #expect(PageTarget.parse(path) == nil) }

    @Test(arguments: ["com.example.game", "/tmp/a b", "Grüße?#%&", "../x", ";"])
    func namesAreReadAsTheyAreWritten(_ name: String) {
        let path = "/k" + PageTarget.path(of: name)
        #expect(path.dropFirst(8).allSatisfy { $0.isASCII && $0 != "/" && $0 != "?" && $0 != "#" && $0 != " " })
        #expect(PageTarget.parse(path)?.target == .page(app: name))
    }
}
