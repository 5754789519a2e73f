// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A folder that a test has to itself and that is gone afterwards.
package struct TemporaryFolder: Sendable {
    /// Absolute path, without symbolic links, short enough for a socket below it.
    package let path: String

    /// Runs `body` with a new folder, and removes it with all that is in it.
    package static func with<Result>(
        _ body: (TemporaryFolder) async throws -> Result
    ) async throws -> Result {
        let path = "/tmp/ba-test-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(TemporaryFolder(path: path))
    }

    /// The path of something in the folder.
    package func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and the folders above it.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }
}
