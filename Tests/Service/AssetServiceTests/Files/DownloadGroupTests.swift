// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

/// Which groups an app may schedule downloads into.
@Suite("Groups of downloads", .timeLimit(.minutes(5))) struct DownloadGroupTests {
    @Test("A4: an app schedules into the group that its bundle names, and into no other that may be another's")
    func groups() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            var file = world.file("one")
            file.groupID = "group.other"
            let error = await #expect(throws: ServiceError.self) { try await world.schedule(file) }
            #expect(error?.code == .downloadInvalid)
            #expect(error?.message.contains(ServiceWorld.groupID) == true)
            #expect(!FileManager.default.fileExists(atPath: world.root + "/groups/group.other"))
        }
    }

    @Test("A4: an app whose bundle names no group has those that it schedules into first, and a few only")
    func unnamedGroups() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            let plist = world.folder.path("Game.app/Info.plist")
            let text = try String(contentsOfFile: plist, encoding: .utf8)
            let key = "<key>BAAppGroupID</key><string>\(ServiceWorld.groupID)</string>"
            try #require(text.contains(key))
            try text.replacingOccurrences(of: key, with: "").write(toFile: plist, atomically: true, encoding: .utf8)
            world.serveContent([])
            try await world.install()
            for number in 1...9 {
                var file = world.file("s\(number)")
                file.groupID = "group.some\(number)"
                guard number == 9 else {
                    try await world.schedule(file)
                    continue
                }
                let error = await #expect(throws: ServiceError.self) { try await world.schedule(file) }
                #expect(error?.code == .downloadInvalid)
            }
        }
    }
}
