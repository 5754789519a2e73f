// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an operation answers.
struct OperationReply: Sendable {
    /// nil where there is nothing to show.
    let document: ResourceDocument?

    static let empty = OperationReply(document: nil)

    static func one(_ resource: ResourceObject, included: [ResourceObject] = []) -> OperationReply {
        OperationReply(document: ResourceDocument(content: .one(resource), included: included))
    }

    static func many(
        _ resources: [ResourceObject], included: [ResourceObject] = [], _ page: ResourceDocument.Page
    ) -> OperationReply {
        OperationReply(document: ResourceDocument(content: .many(resources, page), included: included))
    }

    static func linkage(_ identifiers: [ResourceIdentifier], _ page: ResourceDocument.Page) -> OperationReply {
        OperationReply(document: ResourceDocument(content: .linkage(identifiers, page)))
    }
}
