// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
package import HostingStorage

extension APIFailure {
    /// What a storage refuses, or cannot do.
    package init(storage error: StorageError) {
        switch error {
        case .refused(let refusal): self.init(APIError(refusal))
        case .conflict(let reason), .contended(let reason):
            self.init(.state("Another request has changed the same at this moment: \(reason)"))
        case .unavailable, .outOfSpace:
            self.init(.unavailable("\(error.briefDescription): try again in a while", reason: "\(error)"))
        case .interrupted: self.init(.unavailable("\(error): send it again"))
        case .newer, .noHost, .restoring, .foreignObjects, .unexpected, .damaged, .notPermitted, .failed:
            self.init(.internalFault("\(error)"))
        }
    }
}

extension APIError {
    init(_ refusal: Refusal) {
        let detail = "\(refusal)"
        switch refusal {
        case .notFound(let type, let id): self = .notFound(type, id: id)
        case .relatedNotFound(let relationship, _, _): self = .relationshipInvalid(relationship, detail)
        case .taken(let attribute, _): self = .attributeDuplicate(attribute, detail)
        case .identifierInvalid: self = .attributeInvalid("assetPackIdentifier", detail)
        case .partDiffers: self = .partDigestInvalid(detail)
        case .checksumDiffers(let attribute, _, _, _): self = .attributeInvalid(attribute, detail)
        case .appVersionsInvalid: self = .attributeInvalid("highestAppVersion", detail)
        case .webhookAddressInvalid: self = .attributeInvalid("url", detail)
        case .empty(let attribute): self = .attributeInvalid(attribute, detail)
        case .review(let error): self = .state(detail, associated: Self.associated(error))
        case .packArchived, .tooManyPacks, .tooManyWebhooks, .quotaExceeded, .versionNotAwaitingUpload, .fileReserved,
            .fileNotAwaitingUpload, .partsMissing, .partSizeDiffers, .tooManyKeys, .revoked, .release, .build:
            self = .state(detail)
        }
    }

    /// What stands in the way of a review, by its address.
    private static func associated(_ error: ReviewError) -> [String: [APIError]] {
        let address: String
        switch error {
        case .otherSubmission(let id, _): address = "/v1/reviewSubmissions/\(id)"
        case .unresolved(let id): address = "/v1/reviewSubmissionItems/\(id)"
        case .otherVersionOfPack(let id): address = "/v1/backgroundAssets/\(id)"
        case .inOtherSubmission(let subject), .duplicate(let subject):
            switch subject {
            case .packVersion(let id, _): address = "/v1/backgroundAssetVersions/\(id)"
            case .appVersion(let id): address = "/v1/appStoreVersions/\(id)"
            }
        case .illegal, .submitted, .itemNotFound, .empty, .tooManyPacks, .otherPlatform, .ownSubmission,
            .notWaiting:
            return [:]
        }
        return [address: [.state("\(error)")]]
    }
}
