// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundAssets`: a pack, as a server has it.
struct PackRecord: Sendable {
    static let type = "backgroundAssets"

    let id: String
    let identifier: String
    let isArchived: Bool
    let usedBytes: Int64?
    let createdDate: String?
    /// The identifiers of the versions that devices have, by context.
    let versionIDs: [ReleaseContext: String]

    init(_ resource: APIResource) throws(TransportError) {
        guard let identifier = resource.string("assetPackIdentifier") else {
            throw .nonsense("the server tells of a pack without its identifier (\(resource.id))")
        }
        id = resource.id
        self.identifier = identifier
        isArchived = resource.bool("archived") ?? false
        usedBytes = resource.integer("usedBytes")
        createdDate = resource.string("createdDate")
        var ids: [ReleaseContext: String] = [:]
        for context in ReleaseContext.allCases { ids[context] = resource.related(context.versionRelationship) }
        versionIDs = ids
    }
}
