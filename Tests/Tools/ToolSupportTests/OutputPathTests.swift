// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ToolSupport

@Suite struct OutputPathTests {
    @Test func filesAreReplacedAndNothingElse() throws {
        let folder = NSTemporaryDirectory() + "output-path-" + UUID().uuidString
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
        defer { try? manager.removeItem(atPath: folder) }
        #expect(mkfifo(folder + "/fifo", 0o600) == 0)
        try Data().write(to: URL(fileURLWithPath: folder + "/folder/file"))
        try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/folder/file")
        for (link, target) in [("file", "folder/file"), ("to-fifo", "fifo"), ("dangling", "nothing")] {
            try manager.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: target)
        }
        for name in ["", "/fifo", "/folder", "/folder/", "/to-fifo", "/dangling", "/new/"] {
            let path = name.isEmpty ? "" : folder + name
            #expect(throws: ToolError.self, "\(name)") { try OutputPath(path) }
        }
        let new = try OutputPath(folder + "/new")
        #expect(new.path == folder + "/new")
        #expect(new.permissions == nil)
        #expect(new.name == "new")
        let linked = try OutputPath(folder + "/file")
        #expect(linked.path.hasSuffix("/folder/file"))
        #expect(linked.permissions == 0o640)
        #expect(linked.folder.hasSuffix("/folder"))
        #expect(try OutputPath("name").folder == ".")
        #expect(try OutputPath("/name").folder == "/")
    }
}
