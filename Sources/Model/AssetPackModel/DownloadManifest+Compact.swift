// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension DownloadManifest {
    /// The manifest as a host sends it: JSON with no space in it, the keys of each object in their order. The same manifest is always
    /// the same bytes.
    package var compactJSON: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128 + assetPacks.count * 640)
        var object = CompactJSONObject(in: &bytes)
        // Most packs of an app are fetched at the same time.
        var known: (policy: DownloadPolicy, text: [UInt8])?
        object.set("assetPacks", assetPacks, in: &bytes) { entry, bytes in
            if known?.policy != entry.downloadPolicy {
                var text: [UInt8] = []
                entry.downloadPolicy.json.appendCompact(to: &text)
                known = (entry.downloadPolicy, text)
            }
            entry.appendCompact(downloadPolicy: known?.text ?? [], to: &bytes)
        }
        object.set("formatVersion", formatVersion, in: &bytes)
        object.set("platform", platform, in: &bytes)
        object.set("primaryLanguage", primaryLanguage, in: &bytes)
        if let removed {
            object.set("removed", removed, in: &bytes) { JSONValue.appendCompact($0, to: &$1) }
        }
        object.set("sequence", sequence, in: &bytes)
        object.finish(in: &bytes)
        return bytes
    }
}

extension DownloadManifestEntry {
    /// - `policy`: that of the entry, as JSON.
    fileprivate func appendCompact(downloadPolicy policy: [UInt8], to bytes: inout [UInt8]) {
        var object = CompactJSONObject(in: &bytes)
        if let blocks {
            object.begin("blocks", in: &bytes)
            var own = CompactJSONObject(in: &bytes)
            own.set("sha256", blocks.sha256, in: &bytes)
            own.set("size", blocks.size, in: &bytes)
            own.set("url", blocks.url, in: &bytes)
            own.finish(in: &bytes)
        }
        object.begin("downloadPolicy", in: &bytes)
        bytes.append(contentsOf: policy)
        object.set("downloadSize", downloadSize, in: &bytes)
        if let host {
            object.begin("host", in: &bytes)
            bytes.append(contentsOf: (host.thirdParty == nil ? "{}" : #"{"thirdParty":{}}"#).utf8)
        }
        object.set("id", id, in: &bytes)
        object.set("installedSize", installedSize, in: &bytes)
        object.set("language", language, in: &bytes)
        object.set("sha256", sha256, in: &bytes)
        object.set("url", url, in: &bytes)
        object.set("userInfo", userInfo, in: &bytes)
        object.set("version", version, in: &bytes)
        object.finish(in: &bytes)
    }
}
