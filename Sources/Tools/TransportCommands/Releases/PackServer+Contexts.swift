// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import NIOHTTP1

extension PackServer {
    /// Throws where a server has no such things.
    func checkContexts(_ refusal: APIRefusal? = nil) throws(TransportError) {
        guard connection.server.isAppStoreConnect || refusal?.status == 404 else { return }
        throw .unsupported(
            "\(connection.server.base) cannot hold, phase or roll back releases: that is `ba-host`'s; App Store Connect "
                + "gives all devices the newest version that is approved")
    }

    func contexts(of pack: PackRecord) async throws(TransportError) -> [PackContextRecord] {
        try checkContexts()
        let request = "/ba/v1/packContexts"
        let answer = try await connection.answer(.GET, request, query: [("filter[backgroundAsset]", pack.id)])
        guard answer.isSuccess else {
            let refusal = answer.refusal(of: "GET \(request)")
            try checkContexts(refusal)
            throw .refused(refusal)
        }
        var contexts: [PackContextRecord] = []
        for resource in try APIDocument(parsing: answer.body, request: request).resources {
            contexts.append(try PackContextRecord(resource, ofPack: pack.identifier))
        }
        return contexts
    }

    /// Changes how a context is held.
    ///
    /// - Returns: what its devices get then.
    func change(
        _ context: ReleaseContext, of pack: PackRecord, _ attributes: [String: JSONValue]
    ) async throws(TransportError) -> PackContextRecord {
        let known = try await contexts(of: pack)
        guard known.contains(where: { $0.context == context.rawValue }) else {
            throw .notFound("the server has no context \(context.rawValue) of \(pack.identifier)")
        }
        let id = "\(pack.id).\(context.rawValue)"
        let document = try await connection.send(
            .PATCH, "/ba/v1/packContexts/\(id)", body: APIBody("packContexts", id: id, attributes: attributes))
        return try PackContextRecord(
            document.one("PATCH /ba/v1/packContexts/\(id)"), ofPack: pack.identifier)
    }
}
