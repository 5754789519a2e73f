// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

extension HostStore {
    /// The submission for everybody that is being put together; it is made where there is none.
    ///
    /// - `platform`: nil for Linux.
    func openReview(
        appID: String, platform: ApplePlatform?, by memberID: String
    ) async throws(StorageError) -> ReviewSummary {
        var listing = ReviewListing(appIDs: [appID], limit: 50)
        listing.states = [.readyForReview]
        if let open = try await reviews(listing).elements.first(where: { $0.review.platform == platform }) {
            return open
        }
        return try await createReview(appID: appID, platform: platform, by: memberID)
    }
}
