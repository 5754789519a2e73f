// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A relationship that App Store Connect has and no host keeps: it may be asked for, and leads to nothing.
struct AbsentRelationship: Equatable, Sendable {
    let name: String
    /// The type of what it leads to there.
    let type: String
    var isToMany = false

    static func one(_ name: String, _ type: String) -> AbsentRelationship {
        AbsentRelationship(name: name, type: type)
    }

    /// - `type`: nil for the name itself.
    static func many(_ name: String, _ type: String? = nil) -> AbsentRelationship {
        AbsentRelationship(name: name, type: type ?? name, isToMany: true)
    }
}
