// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

extension ServingHost {
    /// Uploads a file as a build of an app, as a program of a team does.
    ///
    /// - `path`: in the folder of the test.
    /// - Returns: its identifier.
    func uploadBuild(_ path: String, of appID: String) async throws -> String {
        let size = try Data(contentsOf: URL(fileURLWithPath: folder.path(path))).count
        let made = try await send(
            "POST", "/ba/v1/appBuilds",
            json: Self.document(
                "appBuilds",
                #""attributes":{"fileName":"Game.tar.gz","fileSize":\#(size)},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#
            ))
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made.string("data/id"))
        let address = try #require(made.string("data/attributes/uploadOperations/0/url"))
        #expect(try await put(path, to: address).status == 200)
        let committed = try await send(
            "PATCH", "/ba/v1/appBuilds/\(id)",
            json: Self.document("appBuilds", #""id":"\#(id)","attributes":{"uploaded":true}"#))
        #expect(committed.status == 200, "\(committed.text)")
        return id
    }

    /// Waits until a build has been processed.
    func processedBuild(_ id: String) async throws -> Answer {
        try await eventualValue {
            let answer = try await send("GET", "/ba/v1/appBuilds/\(id)")
            return answer.string("data/attributes/state") == "PROCESSING" ? nil : answer
        }
    }

    /// Submits a build for the external test.
    func submitBuildForBeta(_ id: String) async throws {
        let answer = try await send(
            "POST", "/v1/betaAppReviewSubmissions",
            json: Self.document(
                "betaAppReviewSubmissions",
                #""relationships":{"build":{"data":{"type":"builds","id":"\#(id)"}}}"#))
        #expect(answer.status == 201, "\(answer.text)")
    }
}
