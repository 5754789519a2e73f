// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A relationship of a resource, to one other or to many.
struct RelationshipSchema: Equatable, Sendable {
    let name: String
    /// The type of what it leads to.
    let type: String
    var isToMany = false
    /// Whether its other end has an address of its own under the resource's (`related`, and `self` for the linkage).
    var hasAddress = false
    /// Of a request.
    var isRequired = false

    init(_ name: String, _ type: String, isToMany: Bool = false, hasAddress: Bool = false, isRequired: Bool = false) {
        self.name = name
        self.type = type
        self.isToMany = isToMany
        self.hasAddress = hasAddress
        self.isRequired = isRequired
    }
}
