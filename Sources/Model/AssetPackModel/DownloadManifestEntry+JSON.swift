// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension DownloadManifestEntry {
    /// The entry as it stands in a manifest for a platform: for Apple's, only the keys that Apple's own tool writes.
    package func json(for platform: Platform) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id), "url": .string(url), "version": .integer(Int64(version)),
            "downloadSize": .integer(downloadSize), "downloadPolicy": downloadPolicy.json,
        ]
        if let host { members["host"] = .object(host.thirdParty == nil ? [:] : ["thirdParty": .object([:])]) }
        if let userInfo { members["userInfo"] = userInfo }
        guard platform == .linux else { return .object(members) }
        if let sha256 { members["sha256"] = .string(sha256.description) }
        if let blocks {
            members["blocks"] = .object([
                "url": .string(blocks.url), "size": .integer(blocks.size),
                "sha256": .string(blocks.sha256.description),
            ])
        }
        if let installedSize { members["installedSize"] = .integer(installedSize) }
        if let language { members["language"] = .string(language) }
        return .object(members)
    }
}
