// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// The builds of an app, as they are uploaded, and submitted for external testing.
enum BuildPages {
    static let routes = [
        ConsoleRoute.get("apps/*/builds", .read) { call throws(ConsoleFailure) in
            .page(try await list(of: try await call.app(call.parameters[0]), call))
        },
        ConsoleRoute.upload("apps/*/builds", .upload, perform: upload),
        ConsoleRoute.get("builds/*", .read) { call throws(ConsoleFailure) in
            .page(try await content(of: try await call.build(call.parameters[0]), call))
        },
        ConsoleRoute.post("builds/*/external", .submit, perform: submit),
    ]

    // MARK: Pages

    private static func list(
        of app: HostedApp, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> BuildsContent {
        var listing = BuildListing(appIDs: [app.id], limit: AppPages.pageSize)
        listing.after = PagePlace(call.query)?.values
        let wanted = listing
        let page = try await call.store.asking { (store) throws(StorageError) in try await store.builds(wanted) }
        return BuildsContent(page, of: app, mayUpload: call.allows(.upload), problem: problem)
    }

    private static func content(
        of build: HostedBuild, _ call: ConsoleCall, problem: String? = nil
    ) async throws(ConsoleFailure) -> BuildContent {
        let app = try await call.app(build.appID)
        return try await call.store.asking { (store) throws(StorageError) in
            BuildContent(
                build, of: app,
                try await store.betaReviews(BetaReviewListing([.build(build.id)], limit: AppPages.pageSize)).elements,
                appVersion: try await store.appStoreVersion(ofBuild: build.id), maySubmit: call.allows(.submit),
                problem: problem)
        }
    }

    // MARK: Forms

    private static func upload(
        _ call: ConsoleCall, _ file: IncomingFile?, _ form: inout IncomingForm
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        let build: HostedBuild
        switch UploadPages.checked(file) {
        case .failure(let fault): return .refused(try await list(of: app, call, problem: fault.reason))
        case .success(let file):
            build = try await call.store.asking { (store) throws(StorageError) in
                try await store.createBuild(appID: app.id, fileName: file.name, size: file.size)
            }
        }
        do throws(ConsoleFailure) {
            try await form.store(build.upload, in: call.store)
            try await call.store.asking { (store) throws(StorageError) in _ = try await store.commitBuild(build.id) }
        } catch {
            throw await UploadPages.takenBack(build.fileName, error) { () async throws(ConsoleFailure) in
                try await call.store.asking { (store) throws(StorageError) in try await store.takeBackBuild(build) }
            }
        }
        return .redirect("/builds/\(build.id)")
    }

    private static func submit(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (build, member) = (try await call.build(call.parameters[0]), try call.member)
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in
                _ = try await store.submitForBeta(.build(build.id), by: member.id)
            }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await content(of: build, call, problem: error.reason))
        }
        return .redirect("/builds/\(build.id)")
    }
}
