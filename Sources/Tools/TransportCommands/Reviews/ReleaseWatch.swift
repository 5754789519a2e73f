// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Tells what has become of the release of something that reviewers look at.
struct ReleaseWatch: Sendable {
    let server: PackServer
    /// The ID of the app; nil where it is not known.
    let appID: String?

    /// Where a release in this state has come to; nil before there is an end. What is accepted is at no end while reviewers look at
    /// what it was submitted with.
    func end(
        of state: String?, of subject: ReviewedSubject?, in context: ReleaseContext
    ) async throws(TransportError) -> ReleaseEnd? {
        let end = context.end(of: state)
        guard end == .heldUp, let appID, let subject else { return end }
        return try await StoreSubmission.isUnderReview(subject, ofApp: appID, at: server) ? nil : end
    }

    /// Throws when that is nothing good.
    func check(
        _ state: String?, of subject: ReviewedSubject?, in context: ReleaseContext, what: String
    ) async throws(TransportError) {
        switch try await end(of: state, of: subject, in: context) {
        case .rejected: throw .rejected("\(what) was rejected, for \(context.rawValue)")
        case .heldUp:
            throw .rejected(
                "\(what) was accepted, and something else of its submission was not: nothing of it is released")
        case .released, .superseded, nil: return
        }
    }
}
