// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A download as its app describes it.
package struct FileDownload: Codable, Hashable, Sendable {
    /// Bytes of the app's own name for it.
    package static let longestIdentifier = 1024

    /// Made by whoever describes it first: a UUID.
    package var id: String
    /// The app's own name for it; one of an app at a time.
    package var identifier: String
    package var request: FileRequest
    /// Bytes of the file; 0 when they are not known.
    package var fileSize: Int64
    /// The app group that the file is for.
    package var groupID: String
    package var essential: Bool
    /// From -100 to 100; higher ones of an app come first.
    package var priority: Int
    /// It stands for the manifest that BAManifestURL names; nil stands for no.
    package var manifest: Bool?

    package init(
        id: String, identifier: String, request: FileRequest, fileSize: Int64, groupID: String, essential: Bool,
        priority: Int, manifest: Bool? = nil
    ) {
        self.id = id
        self.identifier = identifier
        self.request = request
        self.fileSize = fileSize
        self.groupID = groupID
        self.essential = essential
        self.priority = priority
        self.manifest = manifest
    }
}
