// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Testing

@Suite struct AppGroupStoreTests {
    private func app(_ bundleID: String) -> StoredApp {
        StoredApp(bundleID: bundleID, name: "Game", origin: "local", addedAt: 1)
    }

    @Test("An app group is one app's, until nothing is left of that") func claims() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            let (first, second) = (app("com.example.a"), app("com.example.b"))
            #expect(try await store.claim("group.shared", for: first) == .claimed)
            #expect(try await store.claim("group.shared", for: first) == .claimed)
            #expect(try await store.claim("group.shared", for: second) == .belongs(to: "com.example.a"))
            #expect(try await store.apps().map(\.bundleID) == ["com.example.a"])
            for rule in [StoredRemoval.GroupRule.remove, .removeIfUnused, .keep] {
                #expect(try await store.claim("group.shared", for: first) == .claimed)
                try await store.removeApp("com.example.a", groupRule: rule)
                let claim = try await store.claim("group.shared", for: second)
                #expect(claim == (rule == .keep ? .claimed : .isBeingRemoved(with: "com.example.a")))
                // Until its files are gone it is not put on record again.
                #expect(try await store.claim(nil, for: first) == .isBeingRemoved(with: "com.example.a"))
                try await store.finishRemoval(of: "com.example.a")
            }
        }
    }

    @Test("Of several removals none is overlooked") func severalRemovals() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            for (id, rule) in [("a", StoredRemoval.GroupRule.keep), ("b", .remove)] {
                #expect(try await store.claim("group.shared", for: app(id)) == .claimed)
                try await store.removeApp(id, groupRule: rule)
            }
            #expect(try await store.claim("group.shared", for: app("c")) == .isBeingRemoved(with: "b"))
        }
    }

    @Test("A claim leaves what is on record of an app as it is") func aClaimChangesNothing() async throws {
        try await TemporaryFolder.with { folder in
            let store = try AssetStore(path: folder.path("service.sqlite"))
            #expect(try await store.claim("group.one", for: app("a")) == .claimed)
            var changed = app("a")
            changed.resolvedLanguage = "de"
            try await store.save(changed)
            #expect(try await store.claim("group.two", for: app("a")) == .claimed)
            #expect(try await store.apps() == [changed])
            // Both are its own, and go with it.
            #expect(try await store.claim("group.one", for: app("b")) == .belongs(to: "a"))
            try await store.removeApp("a", groupRule: .remove)
            #expect(try await store.removals().map(\.groupIDs) == [["group.one", "group.two"]])
            try await store.finishRemoval(of: "a")
            #expect(try await store.claim("group.one", for: app("b")) == .claimed)
        }
    }
}
