// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The file in a caches folder by which backups leave it out.
enum CacheTag {
    static let name = "CACHEDIR.TAG"
    private static let signature = "Signature: 8a477f597d28d172789f06886806bc55"
    private static let text = """
        \(signature)
        # This file is a cache directory tag; backups leave this folder out. See https://bford.info/cachedir/

        """

    /// Puts it into a folder. What an app has put in its place stays.
    static func put(into caches: borrowing Directory) throws(SystemError) {
        let path = caches.path + "/" + name
        if let status = FileStatus(of: name, in: caches), status.kind != .file || status.size >= signature.utf8.count {
            return
        }
        // In its place, and not beside it: a service that is killed leaves nothing here but a part of it.
        let file = try caches.open(name, flags: O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
        let tag = Array(text.utf8)
        let part = try file.readAll(limit: tag.count, subject: path)
        if tag.starts(with: part) { try file.writeAll(tag.dropFirst(part.count), subject: path) }
    }
}
