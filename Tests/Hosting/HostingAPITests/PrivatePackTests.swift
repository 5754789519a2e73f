// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HostingModel
import HostingStorage
import Testing

@testable import HostingAPI
@testable import HostingPublishing

/// Packs that are for devices with a token alone, of an app that is for all.
@Suite("Private packs", .timeLimit(.minutes(2))) struct PrivatePackTests {
    private static let withToken = "/manifest?platform=linux&private=1"
    private static let manifest = "/manifest?platform=linux"

    @Test("A pack is shown and given to devices with a token alone, and the others to all", arguments: [false, true])
    func delivery(tellsChanges: Bool) async throws {
        try await PublishedApp.with(tellsChanges: tellsChanges) { app in
            let (shown, hidden) = (try await app.makePack("Shown"), try await app.makePack("Hidden"))
            for pack in [shown, hidden] { try await app.addVersion(of: pack, text: pack.identifier) }
            let endpoint = app.endpoint()
            let token = try await app.store.createDeviceToken(appID: app.app.id, name: "test").token
            let good: [HTTPField.Name: String] = [.authorization: "Bearer " + token]
            func versions(_ path: String, _ fields: [HTTPField.Name: String] = [:]) async throws -> [String] {
                try await app.ask(endpoint, path, fields).versions.keys.sorted()
            }
            let all = ["Hidden", "Shown"]
            for path in [Self.manifest, Self.withToken] { #expect(try await versions(path) == all) }
            #expect(try await app.store.setPrivate(true, pack: hidden.id).pack.isPrivate)
            // One address has one answer, whoever asks.
            #expect(try await versions(Self.manifest) == ["Shown"])
            #expect(try await versions(Self.manifest, good) == ["Shown"])
            let open = try await app.ask(endpoint, Self.manifest)
            #expect(open.fields[.cacheControl]?.hasPrefix("public") == true, "\(open.fields)")
            let asked = try await app.ask(endpoint, Self.withToken)
            #expect(asked.status == 401 && asked.fields[.wwwAuthenticate]?.hasPrefix("Bearer ") == true)
            for bad in ["Bearer " + token.dropLast(), "Bearer", "Basic " + token, ""] {
                #expect(try await app.ask(endpoint, Self.withToken, [.authorization: bad]).status == 401, "\(bad)")
            }
            let told = try await app.ask(endpoint, Self.withToken, good)
            #expect(try told.versions.keys.sorted() == all)
            #expect(told.fields[.cacheControl]?.hasPrefix("private") == true, "\(told.fields)")
            #expect(told.fields[.eTag] != open.fields[.eTag])
            for path in ["/assets/Hidden?version=1", "/assets/Hidden", "/assets/Hidden.blocks?version=1"] {
                #expect(try await app.ask(endpoint, path).status == 401, "\(path)")
                #expect(try await app.ask(endpoint, path, method: .head).status == 401, "\(path)")
                let given = try await app.ask(endpoint, path, good)
                // It has no blocks.
                #expect(given.status == (path.contains("blocks") ? 404 : 200), "\(path)")
                #expect(
                    given.status != 200
                        || given.text == "Hidden" && given.fields[.cacheControl]?.hasPrefix("private") == true)
            }
            for path in ["/assets/Shown?version=1", "/assets/Shown"] {
                let given = try await app.ask(endpoint, path)
                #expect(given.status == 200 && given.text == "Shown", "\(path)")
            }
            #expect(try await app.ask(endpoint, "/assets/None").status == 404)
            // A version that was replaced is no more for all than the one that has taken its place.
            try await app.addVersion(of: hidden, text: "next")
            #expect(try await app.ask(endpoint, "/assets/Hidden?version=1").status == 401)
            // One that is taken back is named to those alone who knew of it.
            _ = try await app.store.setArchived(true, pack: hidden.id)
            #expect(try await !app.ask(endpoint, Self.manifest).text.contains("Hidden"))
            #expect(try await app.ask(endpoint, Self.withToken, good).text.contains("Hidden"))
            _ = try await app.store.setArchived(false, pack: hidden.id)
            _ = try await app.store.setPrivate(false, pack: hidden.id)
            for path in [Self.manifest, Self.withToken] { #expect(try await versions(path) == all) }
            #expect(try await app.ask(endpoint, "/assets/Hidden?version=2").text == "next")
        }
    }

    @Test("A private app is for devices with a token, whatever its packs are") func privateApp() async throws {
        try await PublishedApp.with { app in
            let pack = try await app.makePack("Hidden")
            try await app.addVersion(of: pack, text: "Hidden")
            _ = try await app.store.setPrivate(true, pack: pack.id)
            _ = try await app.store.change(AppChange(isPrivate: true), app: app.app.id)
            let token = try await app.store.createDeviceToken(appID: app.app.id, name: "test").token
            for path in [Self.manifest, Self.withToken] {
                #expect(try await app.ask(app.endpoint(), path).status == 401)
                let told = try await app.ask(app.endpoint(), path, [.authorization: "Bearer " + token])
                #expect(try told.versions == ["Hidden": 1])
            }
            #expect(try await app.ask(app.endpoint(), "/nothing").status == 401)
        }
    }

    @Test("It is set over the wire, by whoever may release") func endpoint() async throws {
        try await HostServer.with { server in
            let (app, client) = (try await server.app(), try await server.client(.appManager))
            let pack = try await server.store.createPack(appID: app.id, identifier: "Preview")
            let path = "/ba/v1/packSettings/\(pack.id)"
            func set(_ value: String, by client: HostClient = client) async throws -> HostClient.Answer {
                try await client.change(
                    "packSettings", pack.id, #""attributes":{"private":\#(value)}"#, prefix: "/ba/v1")
            }
            let before = try await client.get(path + "?include=backgroundAsset")
            #expect(before["data/attributes/private"] as? Bool == false)
            #expect(before.strings("included", "id") == [pack.id], "\(before.text)")
            let changed = try await set("true")
            #expect(changed.status == 200 && changed["data/attributes/private"] as? Bool == true, "\(changed.text)")
            #expect(try await set("null")["data/attributes/private"] as? Bool == true)
            #expect(try await set("true").status == 200)
            #expect(try await client.get(path)["data/attributes/private"] as? Bool == true)
            #expect(try await set("7").status == 409)
            #expect(try await set("false", by: try await server.client(.developer)).status == 403)
            #expect(try await set("false", by: try await server.stranger()).status == 404)
            #expect(try await client.get("/ba/v1/packSettings/none").status == 404)
            let audit = try await server.client().get("/ba/v1/auditEntries?filter[action]=pack.make-private")
            #expect(audit.strings("data", "attributes/subject") == ["Preview"], "\(audit.text)")
        }
    }
}
