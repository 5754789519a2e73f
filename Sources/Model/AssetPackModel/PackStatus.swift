// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What can be true of a pack on a device; several bits hold at once. Raw values are those of Apple's headers.
package struct PackStatus: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let downloadAvailable = PackStatus(rawValue: 1 << 0)
    package static let updateAvailable = PackStatus(rawValue: 1 << 1)
    package static let upToDate = PackStatus(rawValue: 1 << 2)
    package static let outOfDate = PackStatus(rawValue: 1 << 3)
    package static let obsolete = PackStatus(rawValue: 1 << 4)
    package static let downloading = PackStatus(rawValue: 1 << 5)
    package static let downloaded = PackStatus(rawValue: 1 << 6)

    /// The rule where Apple's documents are silent: which bits go together.
    ///
    /// - Parameters:
    ///   - localVersion: the version that is readable on this device, if any.
    ///   - publishedVersion: the version in the newest manifest; nil when the manifest lacks the pack.
    ///   - downloading: whether a download of it is under way.
    ///   - manifestIsKnown: whether there is a manifest at all; without one nothing counts as obsolete.
    package init(localVersion: Int?, publishedVersion: Int?, downloading: Bool, manifestIsKnown: Bool = true) {
        self = []
        if let localVersion {
            insert(.downloaded)
            if let publishedVersion {
                if localVersion == publishedVersion {
                    insert(.upToDate)
                } else {
                    formUnion([.outOfDate, .updateAvailable])
                }
            } else if manifestIsKnown {
                insert(.obsolete)
            }
        } else if publishedVersion != nil {
            insert(.downloadAvailable)
        }
        if downloading { insert(.downloading) }
    }
}
