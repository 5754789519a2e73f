// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

extension ResourceObject {
    /// - `itemLimit`: how many of its items are named; nil for none, as long as they are not asked for.
    init(_ summary: ReviewSummary, itemLimit: Int?) {
        let review = summary.review
        var attributes: [String: JSONValue] = ["state": .string(review.state.rawValue)]
        if let platform = review.platform { attributes["platform"] = .string(platform.rawValue) }
        if let submittedAt = review.submittedAt { attributes["submittedDate"] = .string(submittedAt.description) }
        var linkages: [String: Linkage] = [
            "app": .one(ResourceIdentifier(type: ResourceSchema.apps.type, id: review.appID)),
            "appStoreVersionForReview": .one(
                summary.appStoreVersionID.map {
                    ResourceIdentifier(type: ResourceSchema.appStoreVersions.type, id: $0)
                }),
            "submittedByActor": .one(review.submitterID.map { ResourceObject(actor: $0).identifier }),
            "lastUpdatedByActor": .one(ResourceObject(actor: review.updaterID).identifier),
        ]
        if let itemLimit {
            linkages["items"] = .many(
                summary.items.prefix(itemLimit).map { ResourceObject($0).identifier }, total: summary.items.count,
                limit: itemLimit)
        }
        self.init(.reviewSubmissions, id: review.id, attributes: attributes, linkages: linkages)
    }

    init(_ item: ReviewItem) {
        var linkages: [String: Linkage] = [:]
        switch item.subject {
        case .packVersion(let id, _):
            linkages["backgroundAssetVersion"] = .one(
                ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: id))
        case .appVersion(let id):
            linkages["appStoreVersion"] = .one(
                ResourceIdentifier(type: ResourceSchema.appStoreVersions.type, id: id))
        }
        self.init(
            .reviewSubmissionItems, id: item.id, attributes: ["state": .string(item.state.rawValue)],
            linkages: linkages)
    }

    /// - `schema`: by which of its types it was asked for.
    init(_ review: BetaReview, as schema: ResourceSchema) {
        let (name, subject) =
            switch review.subject {
            case .packVersion(let id):
                (
                    "backgroundAssetVersion",
                    ResourceIdentifier(type: ResourceSchema.backgroundAssetVersions.type, id: id)
                )
            case .build(let id): ("build", ResourceIdentifier(type: ResourceSchema.builds.type, id: id))
            }
        self.init(
            schema, id: review.id,
            attributes: [
                "betaReviewState": .string(review.state.rawValue),
                "submittedDate": .string(review.submittedAt.description),
            ],
            linkages: [name: .one(subject)])
    }

    /// - `actor`: the identifier of a key.
    init(actor id: String) {
        self.init(.actors, id: id, attributes: ["actorType": .string("API_KEY"), "apiKeyId": .string(id)])
    }
}

extension ReviewSummary {
    /// The version of the app that is reviewed with it.
    var appStoreVersionID: String? {
        for item in items where item.state != .removed {
            if case .appVersion(let id) = item.subject { return id }
        }
        return nil
    }
}
