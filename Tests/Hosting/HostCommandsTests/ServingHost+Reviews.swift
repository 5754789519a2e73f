// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

extension ServingHost {
    /// Submits versions of packs for everybody, and a version of the app that goes with a build.
    ///
    /// - `platform`: nil for Linux.
    /// - Returns: the identifier of the submission.
    func submit(
        versions: [String], build: String? = nil, platform: String? = nil, of appID: String
    ) async throws -> String {
        let app = #""app":{"data":{"type":"apps","id":"\#(appID)"}}"#
        let attributes = platform.map { #""attributes":{"platform":"\#($0)"},"# } ?? ""
        func make(_ type: String, _ members: String) async throws -> String {
            let answer = try await send("POST", "/v1/" + type, json: Self.document(type, members))
            #expect(answer.status == 201, "\(answer.text)")
            return try #require(answer.string("data/id"))
        }
        let id = try await make("reviewSubmissions", attributes + #""relationships":{\#(app)}"#)
        var items = versions.map { ("backgroundAssetVersion", $0) }
        if let build {
            let version = try await make(
                "appStoreVersions",
                #""attributes":{"versionString":"1.0"},"relationships":{\#(app),"build":{"data":{"type":"builds","id":"\#(build)"}}}"#
            )
            items.append(("appStoreVersion", version))
        }
        for (name, item) in items {
            _ = try await make(
                "reviewSubmissionItems",
                #""relationships":{"reviewSubmission":{"data":{"type":"reviewSubmissions","id":"\#(id)"}},"\#(name)":{"data":{"type":"\#(name)s","id":"\#(item)"}}}"#
            )
        }
        let submitted = try await send(
            "PATCH", "/v1/reviewSubmissions/\(id)",
            json: Self.document("reviewSubmissions", #""id":"\#(id)","attributes":{"submitted":true}"#))
        #expect(submitted.string("data/attributes/state") == "WAITING_FOR_REVIEW", "\(submitted.text)")
        return id
    }
}
