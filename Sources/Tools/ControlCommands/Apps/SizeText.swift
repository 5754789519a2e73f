// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

/// The room that an app names for itself, as people are shown it.
struct SizeText {
    private static let width = 42

    let sizes: InstallSizes

    init(_ sizes: InstallSizes) { self.sizes = sizes }

    /// A line for the app, and one for each thing that is known.
    var text: String {
        let rows: [(String, String, Int64?)] = [
            ("the app", "", sizes.appBytes),
            ("the app, as it is fetched", "", sizes.archiveBytes),
            ("essential assets, there when it is opened", "up to ", sizes.maxEssentialBytes),
            ("other assets", "up to ", sizes.maxAssetBytes),
        ]
        let lines = rows.compactMap { name, prefix, bytes in
            bytes.map {
                "  " + name + String(repeating: " ", count: max(1, Self.width - name.count)) + prefix
                    + Quantity.bytes($0)
            }
        }
        // Both are the app's own words, and must not look like the lines below them.
        let title = PrintableText.name(sizes.name) + " " + PrintableText.name(sizes.version)
        return ([title] + lines).joined(separator: "\n")
    }
}
