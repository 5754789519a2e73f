// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import ServiceInterface
import SystemSupport
import Testing

extension ServiceWorld {
    var caches: String { root + "/groups/\(Self.groupID)/Library/Caches" }

    /// Fetches files of the app, and has a delegate take them.
    ///
    /// - Returns: where they are, by name.
    func fetch(_ names: [String], bytes: [UInt8]) async throws -> [String: String] {
        for name in names {
            server.serve("/" + name, bytes)
            try await schedule(file(name))
        }
        try await waitForNoFiles()
        let ends = try await endings(count: names.count)
        try await waitForNoEndings()
        return Dictionary(
            uniqueKeysWithValues: ends.compactMap { end in
                end.path.flatMap { path in end.file.map { ($0.identifier, path) } }
            })
    }

    func purge(_ call: StorageInterface.Purge = .init()) async throws -> [PurgedFile] {
        try await self.call(call).files
    }

    /// Sets when a file was read last.
    static func setUsed(_ path: String, at seconds: Int) async throws {
        let run = try await ProgramRun.run("/usr/bin/touch", ["-a", "-d", "@\(seconds)", path])
        try #require(run.status == 0, "\(run.errors)")
    }

    static func exists(_ path: String) -> Bool { FileStatus(path: path) != nil }
}
