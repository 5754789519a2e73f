// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The place of a download among those of its app and class: higher priority first, then older, then by identifier, so that
/// the same downloads always stand in the same order.
struct DownloadPlace: Hashable, Comparable, Sendable {
    let priority: Int
    let createdAt: Double
    let id: String

    init(_ candidate: DownloadCandidate) {
        priority = candidate.priority
        createdAt = candidate.createdAt
        id = candidate.id
    }

    static func < (left: Self, right: Self) -> Bool {
        left.priority != right.priority ? left.priority > right.priority : left.isOlder(than: right)
    }

    func isOlder(than other: Self) -> Bool {
        createdAt != other.createdAt ? createdAt < other.createdAt : id < other.id
    }
}
