// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a download manifest is refused: which pack, which key, and what it must be.
package struct DownloadManifestError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension DownloadManifest {
    /// Most packs a manifest may list.
    package static let maximumPackCount = 10_000

    /// Checks what no decoder can: identifiers, sizes, duplicates, and that every address is https.
    ///
    /// - `knowsPolicies`: see `DownloadManifestEntry.validate(knowsPolicy:)`.
    /// - Throws: the first fault, naming the pack.
    package func validate(knowsPolicies: Bool = true) throws(DownloadManifestError) {
        if let formatVersion, formatVersion != Self.currentFormatVersion {
            throw DownloadManifestError(
                "the manifest has formatVersion \(formatVersion); this service reads \(Self.currentFormatVersion): "
                    + "update the service, or publish the manifest in that form")
        }
        guard assetPacks.count <= Self.maximumPackCount else {
            throw DownloadManifestError(
                "the manifest lists \(assetPacks.count) packs; at most \(Self.maximumPackCount) are allowed")
        }
        var seen: Set<String> = []
        for pack in assetPacks {
            try pack.validate(knowsPolicy: knowsPolicies)
            guard seen.insert(pack.id).inserted else {
                throw DownloadManifestError("the manifest lists the pack \(pack.id) twice: keep one entry per ID")
            }
        }
        for id in removed ?? [] {
            if let problem = IdentifierRule.problem(with: id) {
                throw DownloadManifestError("an ID in \"removed\" is invalid: \(problem)")
            }
            if seen.contains(id) {
                throw DownloadManifestError("the pack \(id) is listed and in \"removed\" too: keep one of the two")
            }
        }
    }
}

extension DownloadManifestEntry {
    /// - `knowsPolicy`: whether the download policy must be one that this code knows; what a newer service has
    ///   checked may have another one.
    package func validate(knowsPolicy: Bool = true) throws(DownloadManifestError) {
        if let problem = IdentifierRule.problem(withPackID: id) {
            throw DownloadManifestError("a pack's ID is invalid: \(problem)")
        }
        guard version >= 0 else {
            throw DownloadManifestError("the pack \(id) has the negative version \(version)")
        }
        guard downloadSize > 0 else {
            throw DownloadManifestError("the pack \(id) has the downloadSize \(downloadSize); it must be positive")
        }
        if let installedSize, installedSize < 0 {
            throw DownloadManifestError("the pack \(id) has the negative installedSize \(installedSize)")
        }
        if knowsPolicy { try validatePolicy() }
        try Self.validate(url: url, what: "url", id: id)
        if let blocks {
            try Self.validate(url: blocks.url, what: "blocks.url", id: id)
            guard blocks.size > 0, blocks.size <= 64 << 20 else {
                throw DownloadManifestError(
                    "the pack \(id) has the blocks.size \(blocks.size); it must be 1 byte to 64 MiB")
            }
        }
    }

    private func validatePolicy() throws(DownloadManifestError) {
        switch downloadPolicy {
        case .essential(let types), .prefetch(let types):
            guard !types.isEmpty else {
                throw DownloadManifestError(
                    "the pack \(id) is \(downloadPolicy.name) and needs at least one installation event type of "
                        + InstallationEventType.allCases.map(\.rawValue).joined(separator: ", "))
            }
        case .onDemand: break
        case .unknown(let name):
            throw DownloadManifestError(
                "the pack \(id) has the download policy \"\(name)\"; a download policy has exactly one of essential, "
                    + "prefetch and onDemand")
        }
    }

    private static func validate(url: String, what: String, id: String) throws(DownloadManifestError) {
        guard !url.isEmpty, url.utf8.count <= 4096, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw DownloadManifestError("the pack \(id) has no usable \(what): \"\(url.prefix(80))\"")
        }
        if let range = url.firstRange(of: "://"), url[..<range.lowerBound].lowercased() != "https" {
            throw DownloadManifestError("the pack \(id) has the \(what) \(url.prefix(120)): only https is allowed")
        }
    }
}
