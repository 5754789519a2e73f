// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The manifest inside an archive, as far as anybody needs it: what the pack is, apart from its files.
///
/// It is read leniently, since Apple's tool writes keys of its own; its place is a JSON file at the archive's root.
package struct PackManifest: Hashable, Sendable {
    /// Where this package's tool puts it.
    package static let path = "Manifest.json"
    /// The folder of the archive that holds the pack's files.
    package static let contents = "Contents"
    /// Largest manifest that is read.
    package static let maximumSize = 4 << 20

    package var assetPackID: String
    package var downloadPolicy: DownloadPolicy
    /// The platforms as written; empty for all.
    package var platforms: [String]
    package var language: String?
    package var userInfo: JSONValue?

    package init(
        assetPackID: String, downloadPolicy: DownloadPolicy, platforms: [String] = [], language: String? = nil,
        userInfo: JSONValue? = nil
    ) {
        self.assetPackID = assetPackID
        self.downloadPolicy = downloadPolicy
        self.platforms = platforms
        self.language = language
        self.userInfo = userInfo
    }

    /// Reads the manifest of an archive.
    ///
    /// - Parameter source: its bytes, and a name for messages such as `Tutorial.aar:Manifest.json`.
    /// - Throws: `SourceError` when it is no JSON or lacks what a pack must have.
    package init(parsing source: SourceText) throws(SourceError) {
        let root = try JSONTextParser.parse(source)
        let decoder = PackagingManifestDecoder(source: source)
        func required(_ key: String) throws(SourceError) -> JSONNode {
            guard let node = root[key] else { throw source.error(at: root.offset, "the key \"\(key)\" is missing") }
            return node
        }
        let idNode = try required("assetPackID")
        assetPackID = try decoder.string(idNode, "assetPackID")
        if let problem = IdentifierRule.problem(withPackID: assetPackID) {
            throw source.error(at: idNode.offset, "this is no asset pack ID: \(problem)")
        }
        downloadPolicy = try decoder.policy(try required("downloadPolicy"))
        platforms = []
        if let list = root["platforms"] {
            for node in try decoder.array(list, "platforms") {
                platforms.append(try decoder.string(node, "a platform"))
            }
        }
        language = try root["language"].map { node throws(SourceError) in try decoder.string(node, "language") }
        userInfo = root["userInfo"].map(\.value)
    }

    /// Whether the pack is meant for a platform.
    package func supports(_ platform: Platform) -> Bool {
        platforms.isEmpty || platforms.contains(platform.rawValue)
    }
}
