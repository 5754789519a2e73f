// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// The body of a response: one resource, a page of them, or of their names.
struct ResourceDocument: Sendable {
    /// A page of a list.
    struct Page: Sendable {
        let limit: Int
        /// Where the next one begins; nil on the last.
        let next: PageCursor?
        /// Resources on all pages, where that is known.
        let total: Int?
    }

    enum Content: Sendable {
        case one(ResourceObject)
        case many([ResourceObject], Page)
        /// Of a relationship.
        case linkage([ResourceIdentifier], Page)
        /// Of a relationship to one.
        case name(ResourceIdentifier)
    }

    let content: Content
    /// What `include` asks for; one comes once.
    var included: [ResourceObject] = []

    /// Whether all that it tells is from the database: what has arrived of an upload is not.
    var isOfDatabase: Bool {
        let resources: [ResourceObject] =
            switch content {
            case .one(let resource): [resource]
            case .many(let resources, _): resources
            case .linkage, .name: []
            }
        return (resources + included).allSatisfy { [nil, .array([])].contains($0.attributes["uploadOperations"]) }
    }
}
