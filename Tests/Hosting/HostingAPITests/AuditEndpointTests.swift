// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI

@Suite("The log of changes over the wire", .timeLimit(.minutes(2))) struct AuditEndpointTests {
    @Test("Whoever may see it finds the changes that keys have made, of the apps that they see") func log() async throws
    {
        try await HostServer.with { server in
            let app = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.game", name: "Game", sku: "G", primaryLocale: "en-US"))
            let client = try await server.client()
            let made = try await client.post(
                "backgroundAssets", ["assetPackIdentifier": "Tutorial"], ["app": ("apps", app.id)])
            #expect(made.status == 201, "\(made.text)")
            let found = try await client.get("/ba/v1/auditEntries?filter[app]=\(app.id)&filter[action]=pack.create")
            #expect(found.strings("data", "attributes/subject") == ["Tutorial"], "\(found.text)")
            #expect(found.strings("data", "attributes/principalId") == [client.keyID])
            #expect(found.strings("data", "attributes/principalType") == ["key"])
            #expect(found.strings("data", "relationships/app/data/id") == [app.id])
            let other = try await server.store.createApp(
                NewApp(
                    bundleID: "com.example.other", name: "Other", sku: "O", primaryLocale: "en-US"))
            let stranger = try await server.client(.admin, appIDs: [other.id])
            let theirs = try await stranger.get("/ba/v1/auditEntries")
            #expect(theirs.strings("data", "attributes/subject") == ["com.example.other"], "\(theirs.text)")
            let none = try await stranger.get("/ba/v1/auditEntries?filter[app]=\(app.id)")
            #expect(none.strings("data", "id") == [])
            #expect(try await server.client(.developer).get("/ba/v1/auditEntries").status == 403)
            #expect(try await client.get("/ba/v1/auditEntries?filter[action]=pack.eat").status == 400)
        }
    }
}
