// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A version of a pack: what is in it, what differs from what devices have, and what can be done with it.
enum VersionPages {
    static let routes = [
        ConsoleRoute.get("versions/*", .read, perform: show),
        ConsoleRoute.post("versions/*/external", .submit, perform: submitForBeta),
        ConsoleRoute.post("versions/*/appstore", .submit, perform: submit),
    ]

    private static func show(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        .page(try await content(of: try await call.version(call.parameters[0]), call))
    }

    static func content(
        of summary: VersionSummary, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> VersionContent {
        let app = try await call.app(summary.pack.appID)
        let difference = try await difference(of: summary, call)
        let id = summary.version.id
        return try await call.store.asking { (store) throws(StorageError) in
            var listing = BetaReviewListing(limit: AppPages.pageSize)
            listing.subjects = [.packVersion(id)]
            let submissions =
                try await store.reviews(ofVersion: id).map(VersionContent.Submission.init)
                + store.betaReviews(listing).elements.map(VersionContent.Submission.init)
            return VersionContent(
                summary, of: app, difference, submissions, messages: try await store.messages(ofVersion: id),
                maySubmit: call.allows(.submit), problem: problem)
        }
    }

    /// From what everybody has, or external testers, or the version before.
    static func difference(
        of summary: VersionSummary, _ call: ConsoleCall
    ) async throws(ConsoleFailure) -> FileDifference? {
        let pack = try await call.pack(summary.pack.id)
        return try await call.store.asking { (store) throws(StorageError) -> FileDifference? in
            guard let files = try await store.files(in: summary.version) else { return nil }
            for context in [ReleaseContext.appStore, .externalBeta] {
                guard let id = pack.activeVersionIDs[context], id != summary.version.id,
                    let other = try await store.version(id), let old = try await store.files(in: other.version)
                else { continue }
                return FileDifference(
                    from: old, "version \(other.version.number), which \(context.title) has", to: files)
            }
            var listing = VersionListing(packID: summary.pack.id, isFalling: true, limit: 1)
            listing.states = [.complete]
            listing.after = [.integer(Int64(summary.version.number))]
            if let other = try await store.versions(listing).elements.first,
                let old = try await store.files(in: other.version)
            {
                return FileDifference(from: old, "version \(other.version.number)", to: files)
            }
            return FileDifference(from: nil, nil, to: files)
        }
    }

    private static func submitForBeta(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store, version, member) throws(StorageError) in
            _ = try await store.submitForBeta(.packVersion(version.version.id), by: member.id)
        }
    }

    /// By itself: in a submission of its own.
    private static func submit(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store, version, member) throws(StorageError) in
            let platform = version.version.platforms.lazy.compactMap { ApplePlatform($0) }.first
            let review = try await store.openReview(appID: version.pack.appID, platform: platform, by: member.id)
            _ = try await store.addReviewItem(
                versionID: version.version.id, to: review.review.id, by: member.id)
        }
    }

    private static func changing(
        _ call: ConsoleCall, _ body: (HostStore, VersionSummary, Member) async throws(StorageError) -> Void
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (version, member) = (try await call.version(call.parameters[0]), try call.member)
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in try await body(store, version, member) }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: version, call, problem: error.reason))
        }
        return .redirect("/versions/\(version.version.id)")
    }
}
