// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingModel
import HostingStorage
import Testing

extension HostServer {
    func app(policy: ReviewPolicy = .oneReviewer) async throws -> HostedApp {
        try await store.createApp(
            NewApp(
                bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US", reviewPolicy: policy))
    }

    /// A program of an app that has nothing to do with the others.
    func stranger() async throws -> HostClient {
        let app = try await store.createApp(
            NewApp(
                bundleID: "com.example.stranger", name: "Stranger", sku: "S", primaryLocale: "en-US"))
        return try await client(.admin, appIDs: [app.id])
    }

    /// The identifier of a build that was uploaded over the wire, and then processed.
    func build(by client: HostClient, of app: HostedApp, number: String = "1") async throws -> String {
        let made = try await client.makeBuild(appID: app.id)
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made.string("data/id"))
        for part in 0..<2 {
            let url = try #require(made.string("data/attributes/uploadOperations/\(part)/url"))
            let put = try await client.send(
                "PUT", url, json: Data(repeating: 7, count: part == 0 ? 1_000 : 500),
                contentType: "application/octet-stream", authorization: "")
            #expect(put.status == 200, "\(put.text)")
        }
        let committed = try await client.change(
            "appBuilds", id, #""attributes":{"uploaded":true}"#, prefix: "/ba/v1")
        #expect(committed.string("data/attributes/state") == "PROCESSING", "\(committed.text)")
        let job = try #require(try await JobQueue(database: store.database, now: { clock.now }).take([.build]))
        let archive = BuildArchive(
            version: "1.0", build: number, architecture: "x86_64", installedSize: 9_000,
            sha256: String(repeating: "7", count: 64))
        _ = try await store.finishProcessing(job, buildID: id, .valid(archive, problems: ProblemList()))
        return id
    }
}

extension HostClient {
    func makeBuild(appID: String, size: Int = 1_500) async throws -> Answer {
        let body = """
            {"data": {"type": "appBuilds", "attributes": {"fileName": "Game.tar", "fileSize": \(size)},
             "relationships": {"app": {"data": {"type": "apps", "id": "\(appID)"}}}}}
            """
        return try await send("POST", "/ba/v1/appBuilds", json: Data(body.utf8))
    }

    /// - `rest`: of the document, behind type and identifier.
    func change(_ type: String, _ id: String, _ rest: String, prefix: String = "/v1") async throws -> Answer {
        try await send(
            "PATCH", "\(prefix)/\(type)/\(id)", json: Data(#"{"data":{"type":"\#(type)","id":"\#(id)",\#(rest)}}"#.utf8)
        )
    }
}
