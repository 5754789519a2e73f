// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOHTTP1
internal import ToolSupport

/// A version that is submitted, and by what.
struct SubmittedVersion: Sendable {
    let pack: String
    var version: VersionRecord
    var submissionID: String?
    var context = ReleaseContext.appstore

    var what: String { "version \(version.number) of \(pack)" }

    /// As commands print it.
    struct Shown: Encodable, Sendable {
        let assetPackID, context, versionID: String
        let version: Int
        /// That of its release.
        let state: String?
        let submissionID: String?
    }

    var shown: Shown {
        Shown(
            assetPackID: pack, context: context.rawValue, versionID: version.id, version: version.number,
            state: version.releases[context], submissionID: submissionID)
    }

    init(pack: String, version: VersionRecord) {
        self.pack = pack
        self.version = version
    }

    /// Whether its release waits for nobody but a reviewer, or has been let out.
    func isUnderWay(in context: ReleaseContext) -> Bool {
        context.isUnderWay(version.releases[context])
    }

    /// What it was submitted by before, where the server has a resource that tells; only `ba-host` has.
    private func earlierSubmission(for server: PackServer) async throws(TransportError) -> String? {
        guard !server.connection.server.isAppStoreConnect else { return nil }
        return try await server.connection.list(
            "/v1/betaBackgroundAssetReviewSubmissions", query: [("filter[backgroundAssetVersion]", version.id)]
        ).flatMap(\.resources).first?.id
    }

    /// Submits it for the external test. App Store Connect's documents point at `betaAppReviewSubmissions` and do not say how a
    /// version is named in it; `ba-host` has a resource of its own, too.
    mutating func submitForTest(to server: PackServer) async throws(TransportError) {
        context = .external
        if isUnderWay(in: .external) {
            submissionID = try await earlierSubmission(for: server)
            return Console.standard.note("\(what) is submitted already: \(version.releases[.external] ?? "")")
        }
        var types = ["betaBackgroundAssetReviewSubmissions", "betaAppReviewSubmissions"]
        if server.connection.server.isAppStoreConnect { types.removeFirst() }
        var last: APIRefusal?
        for type in types {
            let request = "/v1/\(type)"
            let answer = try await server.connection.answer(
                .POST, request,
                body: APIBody(type, related: ["backgroundAssetVersion": (VersionRecord.type, version.id)]))
            if answer.isSuccess {
                submissionID = try APIDocument(parsing: answer.body, request: request).one("POST \(request)").id
                return
            }
            last = answer.refusal(of: "POST \(request)")
            // A server that has not got the one may have the other.
            guard answer.status == 404 else { break }
        }
        guard let last else { return }
        Console.standard.note("\(what) is not submitted for the external test")
        guard !server.connection.server.isAppStoreConnect else {
            throw .unsupported(
                "\(last)\nApple's documents do not say how a pack is submitted for the external test by this interface: "
                    + "do it in App Store Connect's pages, under TestFlight")
        }
        throw .refused(last)
    }
}
