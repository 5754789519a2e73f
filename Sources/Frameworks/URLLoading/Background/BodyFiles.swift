// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// Files for bodies that have no room in a message, until the service has a copy: nobody else can read them, and those of processes that are
/// gone are removed.
enum BodyFiles {
    /// Removes those of earlier processes, once.
    private static let folder = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "background-session-bodies-\(getuid())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var status = stat()
        // In a folder for everybody somebody else may have made it.
        guard lstat(folder.path, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: folder.path])
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let process = name.split(separator: "-").first.flatMap({ Int32($0) }), kill(process, 0) != 0 else {
                continue
            }
            // What cannot be removed takes up room, and is in nobody's way: the next process tries again.
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        return folder
    }

    static func file(with body: Data) throws(URLError) -> URL {
        do {
            let file = try folder.get().appendingPathComponent("\(getpid())-\(UUID().uuidString)")
            try body.write(to: file)
            return file
        } catch {
            throw URLError(
                .cannotCreateFile,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "what is to be sent cannot be kept for the service: \(error.localizedDescription)",
                    NSUnderlyingErrorKey: error,
                ])
        }
    }
}
