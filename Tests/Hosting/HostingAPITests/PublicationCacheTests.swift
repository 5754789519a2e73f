// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingDelivery
import HostingModel
import HostingStorage
import Testing

@testable import HostingPublishing

/// What is published is looked up once, and never old.
@Suite("Manifests from memory", .timeLimit(.minutes(2))) struct PublicationCacheTests {
    @Test("C15: a request asks the database for one number while nothing changes, and sees each change")
    func oneRead() async throws {
        try await PublishedApp.with { app in
            let pack = try await app.makePack("A")
            try await app.addVersion(of: pack, text: "one")
            let endpoint = app.endpoint()
            let first = try await app.ask(endpoint, "/manifest?platform=linux")
            #expect(first.status == 200 && first.fields[.cacheControl] == "public, max-age=60")
            #expect(try first.versions == ["A": 1])
            let tag = try #require(first.fields[.eTag])
            _ = try await app.ask(endpoint, "/assets/A?version=1")
            _ = app.database.takeCount()
            for _ in 0..<10 {
                #expect(try await app.ask(endpoint, "/manifest?platform=linux").text == first.text)
                let known = try await app.ask(endpoint, "/manifest?platform=linux", [.ifNoneMatch: tag])
                #expect(known.status == 304 && known.text.isEmpty)
                #expect(try await app.ask(endpoint, "/assets/A?version=1", [.range: "bytes=1-"]).text == "ne")
            }
            #expect(app.database.takeCount() == 30)
            for number in 2...5 {
                try await app.addVersion(of: pack, text: "next")
                let next = try await app.ask(endpoint, "/manifest?platform=linux", [.ifNoneMatch: tag])
                #expect(try next.status == 200 && next.versions == ["A": number])
            }
            #expect(try await app.ask(endpoint, "/assets/A?version=1").text == "one")
            _ = try await app.store.setArchived(true, pack: pack.id)
            #expect(try await app.ask(endpoint, "/manifest").versions.isEmpty)
            #expect(try await app.ask(endpoint, "/assets/A?version=1").status == 410)
        }
    }

    @Test("A cache with the same packs from before a roll-back is told that it is behind")
    func rollBack() async throws {
        try await PublishedApp.with { app in
            let pack = try await app.makePack("A")
            try await app.addVersion(of: pack, text: "one")
            let endpoint = app.endpoint()
            let first = try #require(try await app.ask(endpoint, "/manifest?platform=linux").fields[.eTag])
            try await app.addVersion(of: pack, text: "two")
            _ = try await app.store.change(.internalBeta, ofPack: pack.id, [.pin(1)])
            // Devices that have seen the second take none with the sequence of the first.
            let back = try await app.ask(endpoint, "/manifest?platform=linux", [.ifNoneMatch: first])
            #expect(try back.status == 200 && back.versions == ["A": 1])
        }
    }

    @Test("Requests that come at the same time share what they ask") func sharing() async throws {
        try await PublishedApp.with { app in
            try await app.addVersion(of: try await app.makePack("A"), text: "one")
            let endpoint = app.endpoint()
            let count = 400
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<count { group.addTask { try await app.ask(endpoint, "/manifest").status } }
                let statuses = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                #expect(statuses == [200])
            }
            #expect(app.database.takeCount() < count)
        }
    }

    @Test("Whoever asks while versions are released never sees an older one than has been answered")
    func neverOlder() async throws {
        try await PublishedApp.with { app in
            let pack = try await app.makePack("A")
            try await app.addVersion(of: pack, text: "1")
            let endpoints = [app.endpoint(), app.endpoint()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        var last = 0
                        while last < 20 {
                            let before = last
                            last = try await app.ask(endpoints[index % 2], "/manifest").versions["A"] ?? 0
                            #expect(last >= before)
                        }
                    }
                }
                for number in 2...20 {
                    try await app.addVersion(of: pack, text: "\(number)")
                    for endpoint in endpoints {
                        #expect(try await app.ask(endpoint, "/manifest").versions == ["A": number])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Phased releases and versions for some versions of the app go by who asks") func classes() async throws {
        try await PublishedApp.with { app in
            let (phased, limited) = (try await app.makePack("A"), try await app.makePack("B"))
            func submit(_ pack: HostedPack, lowest: String? = nil) async throws {
                let id = try await app.addVersion(of: pack, text: "next").version.id
                if let lowest {
                    try await app.store.limit(versionID: id, to: AppVersionRange(lowest: AppVersionNumber(lowest)))
                }
                _ = try await app.store.submitForBeta(.packVersion(id), by: "dev")
            }
            for pack in [phased, limited] { try await submit(pack) }
            _ = try await app.store.change(.externalBeta, ofPack: phased.id, [.rolloutStart(50)])
            try await submit(phased)
            for lowest in ["2.0", "3.0"] { try await submit(limited, lowest: lowest) }
            let endpoint = app.endpoint()
            func versions(_ device: String, _ version: String? = nil) async throws -> [String: Int] {
                let query = "platform=linux&device=\(device)" + (version.map { "&appVersion=\($0)" } ?? "")
                return try await app.ask(endpoint, at: "/apps/com.example.game/external/manifest?\(query)").versions
            }
            var counts = [0, 0]
            for index in 0..<60 {
                let found = try await versions("device-\(index)")
                #expect(found["B"] == 1)
                // What storage itself says, without anything in memory.
                let state = try #require(
                    try await app.store.publicationState(bundleID: PublishedApp.bundleID, for: .context(.externalBeta)))
                let own = state.versions(for: "device-\(index)").map(\.number)
                #expect(own == [found["A"], found["B"]])
                counts[(found["A"] ?? 1) - 1] += 1
            }
            #expect(counts.allSatisfy { $0 > 5 }, "\(counts)")
            #expect(try await versions("x", "1.9")["B"] == 1)
            #expect(try await versions("x", "2.1")["B"] == 2)
            #expect(try await versions("x", "3.0")["B"] == 3)
            #expect(try await versions("x")["B"] == 1)
            // A share that grows is a change like others.
            _ = try await app.store.change(.externalBeta, ofPack: phased.id, [.rollout(100)])
            for index in 0..<20 { #expect(try await versions("device-\(index)")["A"] == 2) }
        }
    }

    @Test("What is kept has a bound") func bound() async throws {
        try await PublishedApp.with { app in
            for index in 0..<10 { try await app.addVersion(of: try await app.makePack("P\(index)"), text: "one") }
            let cache = PublicationCache(store: app.store, capacity: 20_000)
            let place = PublicationCache.Place(bundleID: PublishedApp.bundleID, audience: .context(.internalBeta))
            var most = 0
            for index in 0..<50 {
                let published = try #require(try await cache.publication(at: place))
                let deviceClass = published.deviceClass(of: DeviceQuery())
                let name = PublicationCache.ManifestName(form: .linux, base: "\(index)", deviceClass: deviceClass)
                let made = try cache.manifest(name, at: place, of: published) { () throws(DeliveryProblem) in
                    try published.publication(for: deviceClass).content(in: .linux, base: "\(index)")
                }
                #expect(made.size > 1_000)
                #expect(cache.cost <= 20_000)
                most = max(most, cache.cost)
            }
            #expect(most > 10_000)
        }
    }
}
