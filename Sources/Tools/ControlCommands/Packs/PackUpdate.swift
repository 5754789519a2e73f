// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What looking for newer packs of an app, and for a newer app, came to.
struct PackUpdate: Codable, Equatable, Sendable {
    var bundleID: String
    /// The version of the app that was installed, when there was a newer one.
    var version: String?
    /// The packs that were updated, or are being updated, in order.
    var updating: [String]
    /// The local versions of those that are there now; nil when nobody waited for them.
    var available: [String: Int]?
    /// How many downloads its extension wants, which are fetched in the background; nil for an app that is not asked.
    var wantedFiles: Int?
    /// Packs that the publisher took back and that are gone now.
    var removed: [String]
    var failed: [PackFailure]
    /// What went wrong beside that: why it could not be found out, or only a part of it.
    var error: String?

    init(
        bundleID: String, updating: [String] = [], available: [String: Int]? = nil, removed: [String] = [],
        failed: [PackFailure] = []
    ) {
        self.bundleID = bundleID
        self.updating = updating
        self.available = available
        self.removed = removed
        self.failed = failed
    }

    /// Whether anything came of it.
    var hasNews: Bool { version != nil || !updating.isEmpty || !removed.isEmpty || (wantedFiles ?? 0) > 0 }

    /// One line for people.
    var text: String {
        var parts = version.map { ["it is version \($0) now"] } ?? []
        if let available {
            parts += updating.compactMap { id in available[id].map { "\(id) is now version \($0)" } }
            parts += failed.map { "\($0.packID) failed" }
        } else if !updating.isEmpty {
            parts.append("fetching " + updating.joined(separator: ", "))
        }
        if let wantedFiles, wantedFiles > 0 {
            let files = wantedFiles == 1 ? "1 file, which comes" : "\(wantedFiles) files, which come"
            parts.append("its extension wants \(files) in the background (`ba downloads \(bundleID)`)")
        }
        if !removed.isEmpty { parts.append("removed " + removed.joined(separator: ", ")) }
        return "\(bundleID): " + (parts.isEmpty ? "everything is up to date" : parts.joined(separator: "; "))
    }
}
