// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// Where archives and block lists are fetched from: a base, the pack's ID, and perhaps a suffix.
package struct DownloadAddress: Equatable, Sendable {
    private let base: String
    private let archiveSuffix: String

    /// - Parameters:
    ///   - base: an https URL, with or without a slash at its end.
    ///   - archiveSuffix: what follows the ID in the URL of an archive; empty as Apple's tool has it.
    /// - Throws: `PackagingError.usage` when it is no such URL.
    package init(base: String, archiveSuffix: String = "") throws(PackagingError) {
        let scheme = "https://"
        guard base.lowercased().hasPrefix(scheme) else {
            throw .usage(
                "the download base URL \(base) must begin with https://; devices fetch from nowhere else")
        }
        guard base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !base.contains(where: { "?#\"<>\\^`{|}".contains($0) })
        else {
            throw .usage(
                "the download base URL \(base) may have no spaces, query or fragment; the pack's ID is put behind it")
        }
        let host = base.dropFirst(scheme.count).prefix { $0 != "/" }
        guard !host.isEmpty, host.first != ":" else { throw .usage("the download base URL \(base) has no host") }
        guard archiveSuffix.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !archiveSuffix.contains("/") else {
            throw .usage("the archive URL suffix \"\(archiveSuffix)\" may have no spaces or slashes")
        }
        guard !archiveSuffix.lowercased().hasSuffix(PackIDRule.blocksSuffix) else {
            throw .usage(
                "the archive URL suffix \"\(archiveSuffix)\" is that of blocks files, which lie beside the archives; "
                    + "choose another")
        }
        var trimmed = base
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        self.base = trimmed
        self.archiveSuffix = archiveSuffix
    }

    package func archive(_ id: String) -> String { "\(base)/\(id)\(archiveSuffix)" }
    package func blocks(_ id: String) -> String { "\(base)/\(id)\(PackIDRule.blocksSuffix)" }
}
