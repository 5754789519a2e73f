// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Whose devices something is published for.
package enum Audience: Hashable, Sendable {
    /// All of a context.
    case context(ReleaseContext)
    /// Those of whoever reviews a submission: they get what the context has that it is for, and in its place what is submitted.
    case review(submissionID: String)

    private static let reviewPrefix = "review-"

    /// As addresses have it: `internal`, `external`, `appstore`, or `review-` and the identifier of a submission.
    package init?(_ name: some StringProtocol) {
        if let context = ReleaseContext(rawValue: String(name)) {
            self = .context(context)
        } else if name.hasPrefix(Self.reviewPrefix), name.utf8.count > Self.reviewPrefix.utf8.count {
            self = .review(submissionID: String(name.dropFirst(Self.reviewPrefix.count)))
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .context(let context): context.rawValue
        case .review(let id): Self.reviewPrefix + id
        }
    }

    /// All that `name` can be, for people.
    package static let names =
        ReleaseContext.allCases.map(\.rawValue).joined(separator: ", ") + ", and \(reviewPrefix)ID of a submission"
}
