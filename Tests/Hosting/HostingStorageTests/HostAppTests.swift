// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Apps in storage", .timeLimit(.minutes(2))) struct HostAppTests {
    @Test("A bundle identifier is one app's, in whatever case", arguments: DatabaseKind.allCases)
    func cases(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            _ = try await world.app("com.example.Game")
            await #expect(
                throws: StorageError.refused(.taken(attribute: "bundle identifier", value: "com.example.Game"))
            ) { _ = try await world.app("COM.example.gamE") }
            _ = try await world.app("com.example.Games")
        }
    }

    @Test("All that is to be another with an app is changed at once, and noted", arguments: DatabaseKind.allCases)
    func change(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (app, other) = (try await world.app(), try await world.app("com.example.other"))
            let all = AppChange(name: "A Better Game", reviewPolicy: .fourEyes, isPrivate: true)
            let changed = try await world.store.change(all, app: app.id)
            #expect((changed.name, changed.reviewPolicy) == ("A Better Game", .fourEyes) && changed.isPrivate)
            #expect(try await world.store.app(app.id) == changed)
            #expect(try await world.store.app(other.id) == other)
            // What is so already is no change.
            #expect(try await world.store.change(all, app: app.id) == changed)
            #expect(try await world.store.change(AppChange(), app: app.id) == changed)
            await #expect(throws: StorageError.refused(.notFound(type: "apps", id: "none"))) {
                _ = try await world.store.change(all, app: "none")
            }
            let entries = try await world.store.auditEntries(AuditListing(limit: 100)).elements
            let noted = entries.filter { $0.action != .createApp }.map(\.action.rawValue).sorted()
            #expect(noted == ["app.change-review-policy", "app.make-private", "app.rename"])
        }
    }
}
