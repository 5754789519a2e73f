// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOHTTP1

/// What a server has of apps, packs, versions and files.
struct PackServer: Sendable {
    let connection: APIConnection

    init(_ connection: APIConnection) { self.connection = connection }

    // MARK: Apps

    func apps() async throws(TransportError) -> [AppRecord] {
        try await connection.list("/v1/apps", query: [("limit", "200")]).flatMap(\.resources).map { AppRecord($0) }
    }

    /// - `name`: a bundle identifier, or an ID, which has nothing but digits.
    func app(_ name: String) async throws(TransportError) -> AppRecord {
        guard IdentifierRule.allows(name) else {
            throw .setting("--app", "\(name) is neither a bundle identifier nor an ID of an app")
        }
        if name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            let request = "/v1/apps/\(name)"
            let answer = try await connection.answer(.GET, request)
            if answer.isSuccess {
                return AppRecord(try APIDocument(parsing: answer.body, request: request).one(request))
            }
            guard answer.status == 404 else { throw .refused(answer.refusal(of: "GET \(request)")) }
        } else {
            let found = try await connection.send(.GET, "/v1/apps", query: [("filter[bundleId]", name)]).resources
                .map { AppRecord($0) }.first { $0.bundleID == name }
            if let found { return found }
        }
        throw .notFound(
            "the server has no app \(name), or the key is not for it: `ba-transport apps` lists those that it reaches")
    }

    // MARK: Packs

    func packs(of app: AppRecord, query: [(String, String)] = []) async throws(TransportError) -> [PackRecord] {
        var packs: [PackRecord] = []
        let pages = try await connection.list("/v1/apps/\(app.id)/backgroundAssets", query: query + [("limit", "200")])
        for resource in pages.flatMap(\.resources) { packs.append(try PackRecord(resource)) }
        return packs
    }

    /// The pack of this name; nil when the app has none.
    func pack(_ identifier: String, of app: AppRecord) async throws(TransportError) -> PackRecord? {
        let found = try await packs(of: app, query: [("filter[assetPackIdentifier]", identifier)])
            .filter { $0.identifier == identifier }
        // An archived one may have had the name before.
        return found.first { !$0.isArchived } ?? found.first
    }

    func existingPack(_ identifier: String, of app: AppRecord) async throws(TransportError) -> PackRecord {
        if let pack = try await pack(identifier, of: app) { return pack }
        throw .notFound(
            "\(app.bundleID) has no pack \(identifier): `ba-transport list --app \(app.bundleID)` tells which it has")
    }

    /// Makes a pack, or finds that somebody else has made it at the same moment.
    func makePack(_ identifier: String, of app: AppRecord, name: String) async throws(TransportError) -> PackRecord {
        let body = APIBody(
            PackRecord.type, attributes: ["assetPackIdentifier": .string(identifier)],
            related: ["app": ("apps", app.id)])
        do throws(TransportError) {
            let document = try await connection.send(.POST, "/v1/backgroundAssets", body: body, name: name)
            return try PackRecord(document.one("POST /v1/backgroundAssets"))
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 409,
                let pack = try await pack(identifier, of: app)
            else { throw error }
            return pack
        }
    }

    // MARK: Versions

    /// The versions of a pack, the newest first, with what is included.
    ///
    /// - `document`: gets the document that a version came in.
    func versions(
        of pack: PackRecord, query: [(String, String)] = [], including includes: String = VersionRecord.includes
    ) async throws(TransportError) -> [(version: VersionRecord, document: APIDocument)] {
        var versions: [(version: VersionRecord, document: APIDocument)] = []
        let pages = try await connection.list(
            "/v1/backgroundAssets/\(pack.id)/versions",
            query: query + [("include", includes), ("sort", "-version"), ("limit", "200")])
        for page in pages {
            for resource in page.resources { versions.append((try VersionRecord(resource, in: page), page)) }
        }
        // A server may sort numbers as the texts that they are there.
        return versions.sorted { $0.version.number > $1.version.number }
    }

    func version(_ id: String) async throws(TransportError) -> VersionRecord {
        guard IdentifierRule.allows(id) else { throw .notFound("\(id) is no ID of a version") }
        let request = "/v1/backgroundAssetVersions/\(id)"
        let document = try await connection.send(
            .GET, request, query: [("include", "\(VersionRecord.includes),assetFile,backgroundAsset")])
        return try VersionRecord(document.one(request), in: document)
    }

    func makeVersion(of pack: PackRecord, name: String) async throws(TransportError) -> VersionRecord {
        let document = try await connection.send(
            .POST, "/v1/backgroundAssetVersions",
            body: APIBody(VersionRecord.type, related: ["backgroundAsset": (PackRecord.type, pack.id)]), name: name)
        return try VersionRecord(document.one("POST /v1/backgroundAssetVersions"), in: document)
    }

    /// What `ba-host` tells of a version beside what Apple's interface has; nil where there is no such thing.
    func ownRecord(ofVersion id: String) async throws(TransportError) -> APIResource? {
        guard !connection.server.isAppStoreConnect else { return nil }
        let request = "/ba/v1/packVersions/\(id)"
        let answer = try await connection.answer(.GET, request)
        guard answer.isSuccess, let document = try? APIDocument(parsing: answer.body, request: request),
            let resource = document.resources.first, resource.type == "packVersions"
        else { return nil }
        return resource
    }

    // MARK: Files

    func file(_ id: String) async throws(TransportError) -> UploadFileRecord {
        let request = "/v1/backgroundAssetUploadFiles/\(id)"
        return try UploadFileRecord(try await connection.send(.GET, request).one(request))
    }

    /// - `type`: ASSET or MANIFEST.
    func reserveFile(
        _ type: String, named fileName: String, size: Int64, for versionID: String, name: String
    ) async throws(TransportError) -> UploadFileRecord {
        let document = try await connection.send(
            .POST, "/v1/backgroundAssetUploadFiles",
            body: APIBody(
                UploadFileRecord.type,
                attributes: ["assetType": .string(type), "fileName": .string(fileName), "fileSize": .integer(size)],
                related: ["backgroundAssetVersion": (VersionRecord.type, versionID)]), name: name)
        return try UploadFileRecord(document.one("POST /v1/backgroundAssetUploadFiles"))
    }
}
