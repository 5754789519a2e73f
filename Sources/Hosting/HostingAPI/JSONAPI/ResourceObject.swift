// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A resource, as a response shows it.
struct ResourceObject: Sendable {
    /// What a relationship leads to.
    enum Linkage: Sendable {
        case one(ResourceIdentifier?)
        /// - `total`: all there are, where it is known; some may not be among these.
        case many([ResourceIdentifier], total: Int?, limit: Int)

        /// A relationship to nothing is not shown: in App Store Connect's document none is null, and clients made of it do not
        /// read one that is.
        var isEmpty: Bool { if case .one(nil) = self { true } else { false } }
    }

    let schema: ResourceSchema
    let id: String
    /// By name; what is not there is not shown.
    var attributes: [String: JSONValue]
    /// By name; a relationship without one has its addresses only.
    var linkages: [String: Linkage]

    init(
        _ schema: ResourceSchema, id: String, attributes: [String: JSONValue] = [:], linkages: [String: Linkage] = [:]
    ) {
        self.schema = schema
        self.id = id
        self.attributes = attributes
        self.linkages = linkages
    }

    var identifier: ResourceIdentifier { ResourceIdentifier(type: schema.type, id: id) }
}
