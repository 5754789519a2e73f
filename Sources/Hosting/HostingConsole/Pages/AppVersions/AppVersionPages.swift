// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The versions of an app for everybody: each goes with a build, and is submitted for review.
enum AppVersionPages {
    /// Builds that can be chosen from.
    private static let choiceCount = 200
    private static let longestVersion = 64

    static let routes = [
        ConsoleRoute.get("apps/*/versions", .read) { call throws(ConsoleFailure) in
            .page(try await list(of: try await call.app(call.parameters[0]), call))
        },
        ConsoleRoute.post("apps/*/versions", .submit, perform: create),
        ConsoleRoute.get("app-versions/*", .read) { call throws(ConsoleFailure) in
            .page(try await content(of: try await call.appStoreVersion(call.parameters[0]), call))
        },
        ConsoleRoute.post("app-versions/*/build", .submit, perform: setBuild),
        ConsoleRoute.post("app-versions/*/appstore", .submit, perform: submit),
    ]

    // MARK: Pages

    private static func list(
        of app: HostedApp, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> AppVersionsContent {
        let place = PagePlace(call.query)?.values
        return try await call.store.asking { (store) throws(StorageError) in
            AppVersionsContent(
                try await store.appStoreVersions(ofApp: app.id, after: place, limit: AppPages.pageSize), of: app,
                builds: try await choices(of: app.id, in: store), maySubmit: call.allows(.submit), form: call.form,
                problem: problem)
        }
    }

    private static func content(
        of summary: AppStoreVersionSummary, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> AppVersionContent {
        let (version, app) = (summary.version, try await call.app(summary.version.appID))
        return try await call.store.asking { (store) throws(StorageError) in
            AppVersionContent(
                summary, of: app, builds: try await choices(of: app.id, in: store),
                try await store.reviews(ofVersion: version.id),
                messages: try await store.messages(ofVersion: version.id),
                maySubmit: call.allows(.submit), problem: problem)
        }
    }

    /// The builds that have been processed.
    private static func choices(of appID: String, in store: HostStore) async throws(StorageError) -> [HostedBuild] {
        var listing = BuildListing(appIDs: [appID], limit: choiceCount)
        listing.states = [.complete]
        return try await store.builds(listing).elements
    }

    // MARK: Forms

    private static func create(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        guard let name = call.form.text("version"), name.count <= longestVersion else {
            return .refused(
                try await list(
                    of: app, call, problem: "Give the version a number, of \(longestVersion) characters at most."))
        }
        let platform = call.form.text("platform").flatMap(ApplePlatform.init(rawValue:))
        do throws(ConsoleFailure) {
            let made = try await call.store.asking { (store) throws(StorageError) in
                try await store.createAppStoreVersion(
                    appID: app.id, versionString: name, platform: platform, buildID: call.form.text("build"))
            }
            return .redirect("/app-versions/\(made.version.id)")
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await list(of: app, call, problem: error.reason))
        }
    }

    private static func setBuild(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store, version, _) throws(StorageError) in
            _ = try await store.setBuild(call.form.text("build"), ofAppStoreVersion: version.id)
        }
    }

    /// By itself, or with what is in the submission already that is being put together.
    private static func submit(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        try await changing(call) { (store, version, member) throws(StorageError) in
            let review = try await store.openReview(appID: version.appID, platform: version.platform, by: member.id)
            _ = try await store.addReviewItem(appStoreVersionID: version.id, to: review.review.id, by: member.id)
        }
    }

    private static func changing(
        _ call: ConsoleCall, _ body: (HostStore, AppStoreVersion, Member) async throws(StorageError) -> Void
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (summary, member) = (try await call.appStoreVersion(call.parameters[0]), try call.member)
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in
                try await body(store, summary.version, member)
            }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: summary, call, problem: error.reason))
        }
        return .redirect("/app-versions/\(summary.version.id)")
    }
}
