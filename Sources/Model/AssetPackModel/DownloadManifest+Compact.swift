// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension DownloadManifest {
    /// The manifest as a host sends it: JSON with no space in it, the keys of each object in their order. The same manifest is always
    /// the same bytes.
    package var compactJSON: [UInt8] {
        var object = CompactJSONObject()
        // Most packs of an app are fetched at the same time.
        var known: (policy: DownloadPolicy, text: [UInt8])?
        object.set("assetPacks", assetPacks) { entry, bytes in
            let policy: [UInt8]
            if let known, known.policy == entry.downloadPolicy {
                policy = known.text
            } else {
                var text: [UInt8] = []
                entry.downloadPolicy.json.appendCompact(to: &text)
                policy = text
                known = (entry.downloadPolicy, text)
            }
            bytes += entry.compactJSON(downloadPolicy: policy)
        }
        object.set("formatVersion", formatVersion)
        object.set("platform", platform)
        object.set("primaryLanguage", primaryLanguage)
        if let removed { object.set("removed", removed) { JSONValue.appendCompact($0, to: &$1) } }
        object.set("sequence", sequence)
        return object.finished()
    }
}

extension DownloadManifestEntry {
    fileprivate func compactJSON(downloadPolicy: [UInt8]) -> [UInt8] {
        var object = CompactJSONObject()
        if let blocks {
            var own = CompactJSONObject()
            own.set("sha256", blocks.sha256.description)
            own.set("size", blocks.size)
            own.set("url", blocks.url)
            object.set("blocks", text: own.finished())
        }
        object.set("downloadPolicy", text: downloadPolicy)
        object.set("downloadSize", downloadSize)
        if let host {
            object.set("host", .object(host.thirdParty == nil ? [:] : ["thirdParty": .object([:])]))
        }
        object.set("id", id)
        object.set("installedSize", installedSize)
        object.set("language", language)
        object.set("sha256", sha256?.description)
        object.set("url", url)
        object.set("userInfo", userInfo)
        object.set("version", version)
        return object.finished()
    }
}
