// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rule for IDs of packs that are made, listed or served: that of every pack, and no ID whose archive would lie where
/// another pack's blocks file does.
package enum PackIDRule {
    /// What a pack's URL has behind it in the URL of its blocks file.
    package static let blocksSuffix = ".blocks"

    /// Why `id` is no ID for a pack, or nil when it is one.
    package static func problem(with id: String) -> String? {
        if let problem = IdentifierRule.problem(withPackID: id) { return problem }
        // Some file systems and hosts do not tell letters of either case apart.
        guard id.lowercased().hasSuffix(blocksSuffix) else { return nil }
        return "\"\(id)\" ends in \"\(blocksSuffix)\", so that its archive would lie where the blocks file of the pack "
            + "\"\(id.dropLast(blocksSuffix.count))\" does"
    }
}
