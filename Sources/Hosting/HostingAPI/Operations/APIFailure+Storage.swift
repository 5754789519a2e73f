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
        case .unavailable, .outOfSpace: self.init(.unavailable("\(error): try again in a while"))
        case .newer, .unexpected, .damaged, .failed: self.init(.internalFault("\(error)"))
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
        case .packArchived, .tooManyPacks, .tooManyWebhooks, .quotaExceeded, .versionNotAwaitingUpload, .fileReserved,
            .fileNotAwaitingUpload, .partsMissing, .release, .review,
            .build:
            self = .state(detail)
        }
    }
}
