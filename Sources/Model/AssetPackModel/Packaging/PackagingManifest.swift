// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What `ba-package` makes a pack from: the JSON file that developers write, with comments and trailing commas.
package struct PackagingManifest: Sendable {
    package var assetPackID: String
    package var downloadPolicy: DownloadPolicy
    package var fileSelectors: [FileSelector]
    /// The platforms the pack is for; empty for all.
    package var platforms: [Platform]
    /// The folder that selectors are relative to, itself relative to the manifest's place; nil for the working folder.
    package var sourceRoot: String?
    /// Byte offset of the source root in the manifest's text, for messages; 0 when it comes from elsewhere.
    package var sourceRootOffset = 0
    /// BCP-47 tag of a localized pack.
    package var language: String?
    /// A JSON object for the app, handed over unread.
    package var userInfo: JSONValue?

    package init(
        assetPackID: String, downloadPolicy: DownloadPolicy, fileSelectors: [FileSelector], platforms: [Platform] = [],
        sourceRoot: String? = nil, language: String? = nil, userInfo: JSONValue? = nil
    ) {
        self.assetPackID = assetPackID
        self.downloadPolicy = downloadPolicy
        self.fileSelectors = fileSelectors
        self.platforms = platforms
        self.sourceRoot = sourceRoot
        self.language = language
        self.userInfo = userInfo
    }

    /// The manifest as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "assetPackID": .string(assetPackID), "downloadPolicy": downloadPolicy.json,
            "fileSelectors": .array(fileSelectors.map(\.json)),
            "platforms": .array(platforms.map { .string($0.rawValue) }),
        ]
        if let sourceRoot { members["sourceRoot"] = .string(sourceRoot) }
        if let language { members["language"] = .string(language) }
        if let userInfo { members["userInfo"] = userInfo }
        return .object(members)
    }

    /// The manifest that goes into the archive: all but the source root, which names a place on one machine.
    package var embeddedText: String {
        var embedded = self
        embedded.sourceRoot = nil
        return embedded.json.text + "\n"
    }
}

extension DownloadPolicy {
    /// The policy as it stands in manifests.
    package var json: JSONValue {
        let types = InstallationEventType.allCases.filter(eventTypes.contains).map { JSONValue.string($0.rawValue) }
        return switch self {
        case .essential, .prefetch: .object([name: .object(["installationEventTypes": .array(types)])])
        case .onDemand, .unknown: .object([name: .object([:])])
        }
    }
}
