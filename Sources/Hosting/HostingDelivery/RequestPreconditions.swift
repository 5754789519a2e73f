// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes

/// The conditions that a request sets, and what they come to for the representation there is (RFC 9110, 13.2.2).
///
/// Dates are not compared: every representation here has a strong tag and no `Last-Modified`, so
/// `If-Modified-Since` and `If-Unmodified-Since` say nothing (13.1.3, 13.1.4), and a date in `If-Range` never matches.
package struct RequestPreconditions: Sendable {
    package enum Outcome: Equatable, Sendable {
        case proceed
        /// 304: the client has these very bytes.
        case notModified
        /// 412: the client asked for bytes that are not here.
        case failed
    }

    private let ifMatch: String?
    private let ifNoneMatch: String?
    private let ifRange: String?

    package init(_ fields: some RequestFields) {
        ifMatch = fields[.ifMatch]
        ifNoneMatch = fields[.ifNoneMatch]
        ifRange = fields[.ifRange]
    }

    /// What becomes of a GET or HEAD for the representation with this tag.
    package func outcome(for tag: EntityTag) -> Outcome {
        // What most clients send is the one tag that they have.
        if ifMatch == nil, ifNoneMatch == tag.description { return .notModified }
        if case .tags(let tags) = ifMatch.map(EntityTagList.init(parsing:)), !tags.contains(where: tag.matchesStrongly)
        {
            return .failed
        }
        switch ifNoneMatch.map(EntityTagList.init(parsing:)) {
        case .any: return .notModified
        case .tags(let tags) where tags.contains(where: tag.matchesWeakly): return .notModified
        default: return .proceed
        }
    }

    /// Whether the `Range` field counts: there is no `If-Range`, or it names these very bytes.
    package func allowsRange(for tag: EntityTag) -> Bool {
        guard let ifRange else { return true }
        guard let wanted = EntityTag(parsing: ifRange.trimmingOptionalWhitespace) else { return false }
        return wanted.matchesStrongly(tag)
    }
}
