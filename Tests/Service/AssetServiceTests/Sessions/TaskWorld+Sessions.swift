// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport

extension TaskWorld {
    /// A service with an app that has background URL sessions (FixtureSessions), and a server that tells the weather.
    ///
    /// - `megabytes`: the size of a disk of its own that the root is on.
    static func withSessions(
        megabytes: Int? = nil, _ body: (TaskWorld, String) async throws -> Void
    ) async throws {
        try await TaskWorld.with(program: ProgramRun.programs + "/FixtureSessions", megabytes: megabytes) { tasks in
            try tasks.world.folder.write("", to: "said")
            tasks.world.server.serve("/weather", Array("storm".utf8))
            try await body(tasks, tasks.world.server.url("/weather"))
        }
    }
}
