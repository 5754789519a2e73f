// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOCore
internal import NIOHTTP1

extension PackServer {
    /// Those of an app, the newest first.
    func builds(of app: AppRecord, query: [(String, String)] = []) async throws(TransportError) -> [BuildRecord] {
        var builds: [BuildRecord] = []
        try checkOwn("builds")
        let pages = try await connection.list(
            BuildRecord.path, query: query + [("filter[app]", app.id), ("limit", "200")])
        for resource in pages.flatMap(\.resources) { builds.append(try BuildRecord(resource)) }
        return builds
    }

    func build(_ id: String) async throws(TransportError) -> BuildRecord {
        guard IdentifierRule.allows(id) else { throw .notFound("\(id) is no ID of a build") }
        let request = "\(BuildRecord.path)/\(id)"
        return try BuildRecord(try await connection.send(.GET, request).one(request))
    }

    func makeBuild(
        of app: AppRecord, fileName: String, size: Int64, name: String
    ) async throws(TransportError) -> BuildRecord {
        let body = APIBody(
            BuildRecord.type, attributes: ["fileName": .string(fileName), "fileSize": .integer(size)],
            related: ["app": ("apps", app.id)])
        let document = try await connection.send(.POST, BuildRecord.path, body: body, name: name)
        return try BuildRecord(document.one("POST \(BuildRecord.path)"))
    }

    /// Says that all parts of a build are there.
    func commit(_ build: BuildRecord) async throws(TransportError) -> BuildRecord {
        let request = "\(BuildRecord.path)/\(build.id)"
        let answer = try await connection.answer(
            .PATCH, request, body: APIBody(BuildRecord.type, id: build.id, attributes: ["uploaded": .bool(true)]),
            patience: .hours(1))
        if !answer.isSuccess {
            // An answer may have been lost.
            let current = try await self.build(build.id)
            if !current.isAwaitingUpload { return current }
            throw .refused(answer.refusal(of: "PATCH \(request)"))
        }
        return try BuildRecord(try APIDocument(parsing: answer.body, request: request).one(request))
    }

    /// The version of an app that goes with a build; nil before there is one.
    func appVersion(withBuild id: String, of app: AppRecord) async throws(TransportError) -> APIResource? {
        try await connection.list(
            "/v1/apps/\(app.id)/appStoreVersions", query: [("include", "build"), ("limit", "200")]
        )
        .flatMap(\.resources).first { $0.related("build") == id }
    }

    /// - Throws: `unsupported` for a server that has not got it.
    private func checkOwn(_ what: String) throws(TransportError) {
        guard !connection.server.isAppStoreConnect else {
            throw .unsupported("App Store Connect takes \(what) in other ways: this is for ba-host")
        }
    }
}
