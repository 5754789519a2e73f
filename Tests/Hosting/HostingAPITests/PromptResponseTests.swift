// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import HTTPTypes
import HostingDelivery
import HostingModel
import HostingStorage
import NIOCore
import Testing

@testable import HostingPublishing

/// What is answered on the event loop: the same as else, or nothing.
@Suite("Answers at once", .timeLimit(.minutes(2))) struct PromptResponseTests {
    private static let manifest = "/manifest?platform=linux"
    private static let archive = "/assets/A?version=1"

    private static func prompt(
        _ endpoint: PublishingEndpoint, _ path: String, _ fields: [HTTPField.Name: String] = [:],
        method: HTTPRequest.Method = .get
    ) -> PublishedApp.Answer? {
        var headers = HTTPFields()
        for (name, value) in fields { headers[name] = value }
        let path =
            path.hasPrefix("https://host/")
            ? String(path.dropFirst("https://host".count)) : "/apps/\(PublishedApp.bundleID)/internal\(path)"
        let response = endpoint.promptResponse(
            to: PromptRequest(method: method, target: path, authority: "host", fields: headers))
        return response.map {
            PublishedApp.Answer(
                status: $0.head.status.code, fields: $0.head.headerFields,
                text: $0.body.map { String(buffer: $0) } ?? "")
        }
    }

    @Test("C15: What is at hand is answered as else, and each change is seen") func sameAnswers() async throws {
        try await PublishedApp.with(tellsChanges: true) { app in
            let pack = try await app.makePack("A")
            try await app.addVersion(of: pack, text: "one")
            let endpoint = app.endpoint()
            #expect(Self.prompt(endpoint, Self.manifest) == nil)
            let tag = try #require(try await app.ask(endpoint, Self.manifest).fields[.eTag])
            #expect(Self.prompt(endpoint, Self.archive) == nil)
            _ = try await app.ask(endpoint, Self.archive)
            _ = app.database.takeCount()
            let requests: [(String, [HTTPField.Name: String], HTTPRequest.Method, Int)] = [
                (Self.manifest, [:], .get, 200), (Self.manifest, [:], .head, 200),
                (Self.manifest, [.ifNoneMatch: tag], .get, 304), (Self.manifest, [.range: "bytes=1-3"], .get, 206),
                (Self.archive, [:], .get, 200), (Self.archive, [:], .head, 200),
                (Self.archive, [.range: "bytes=1-"], .get, 206),
            ]
            for (path, fields, method, status) in requests {
                let usual = try await app.ask(endpoint, path, fields, method: method)
                let prompt = try #require(Self.prompt(endpoint, path, fields, method: method), "\(path) \(fields)")
                #expect(prompt.status == status && usual.status == status, "\(path) \(fields)")
                #expect(prompt.text == usual.text && prompt.fields == usual.fields, "\(prompt) \(usual)")
            }
            #expect(app.database.takeCount() == 0)
            try await app.addVersion(of: pack, text: "two")
            #expect(Self.prompt(endpoint, Self.manifest) == nil)
            #expect(try await app.ask(endpoint, Self.manifest).versions == ["A": 2])
            #expect(try #require(Self.prompt(endpoint, Self.manifest)).versions == ["A": 2])
            // The bytes of the version before are an installation's that is under way.
            _ = try await app.ask(endpoint, Self.archive)
            #expect(Self.prompt(endpoint, Self.archive)?.text == "one")
        }
    }

    @Test("What is wrong, or takes longer, is left to the usual way") func others() async throws {
        try await PublishedApp.with(tellsChanges: true) { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint()
            _ = try await app.ask(endpoint, Self.manifest)
            _ = try await app.ask(endpoint, Self.archive)
            #expect(Self.prompt(endpoint, Self.archive) != nil)
            for path in [
                "/manifest?platform=a&platform=b", "/assets/A", "/assets/B?version=1", "/assets/%2e%2e", "/", "",
            ] {
                #expect(Self.prompt(endpoint, path) == nil, "\(path)")
            }
            for fields in [[HTTPField.Name.ifMatch: "\"x\""], [.range: "bytes=9-"], [.range: "bytes=0-0,2-2"]] {
                #expect(Self.prompt(endpoint, Self.archive, fields) == nil, "\(fields)")
            }
            let unknown = PromptRequest(
                method: .get, target: "/apps/com.example.none/internal/manifest", authority: "host",
                fields: HTTPFields())
            #expect(endpoint.promptResponse(to: unknown) == nil)
        }
    }

    @Test("Nothing is at hand where a database does not tell of its changes, or an app is private")
    func nothingAtHand() async throws {
        try await PublishedApp.with { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint()
            _ = try await app.ask(endpoint, Self.manifest)
            #expect(Self.prompt(endpoint, Self.manifest) == nil)
        }
        try await PublishedApp.with(tellsChanges: true) { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint()
            _ = try await app.ask(endpoint, Self.manifest)
            #expect(Self.prompt(endpoint, Self.manifest) != nil)
            _ = try await app.store.change(AppChange(isPrivate: true), app: app.app.id)
            #expect(Self.prompt(endpoint, Self.manifest) == nil)
            #expect(try await app.ask(endpoint, Self.manifest).status == 401)
            #expect(Self.prompt(endpoint, Self.manifest) == nil)
        }
    }

    @Test("A signed address is good at once for as long as it is good at all") func signed() async throws {
        try await PublishedApp.with(tellsChanges: true) { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint { $0.signer = AddressSigner(key: Array("secret".utf8), lifetime: 3_600) }
            let manifest = try await app.ask(endpoint, Self.manifest).text
            let address = try #require(
                try JSONDecoder().decode(DownloadManifest.self, from: Data(manifest.utf8)).assetPacks.first?.url)
            #expect(Self.prompt(endpoint, address) == nil)
            let usual = try await app.ask(endpoint, at: address)
            let prompt = try #require(Self.prompt(endpoint, address))
            #expect(prompt.text == "one" && prompt.fields == usual.fields)
            #expect(Self.prompt(endpoint, address.replacing("signature=", with: "signature=0")) == nil)
            #expect(Self.prompt(endpoint, Self.archive) == nil)
            app.clock.advance(seconds: 2 * 3_600)
            #expect(Self.prompt(endpoint, address) == nil)
        }
    }

    @Test("The web server in front is told at once where the bytes are; a store's address takes longer")
    func handOver() async throws {
        try await PublishedApp.with(tellsChanges: true) { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint { $0.way = .frontServer(prefix: "/objects") }
            let usual = try await app.ask(endpoint, Self.archive)
            let prompt = try #require(Self.prompt(endpoint, Self.archive))
            #expect(prompt.text.isEmpty && prompt.fields == usual.fields)
            let other = app.endpoint { $0.way = .store }
            _ = try await app.ask(other, Self.archive)
            #expect(Self.prompt(other, Self.archive) == nil)
        }
    }
}
