// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Keys of members", .timeLimit(.minutes(2))) struct IndividualKeyTests {
    @Test(
        "C16: a member's key does what they may do now, and nothing once they are gone",
        arguments: DatabaseKind.allCases)
    func rights(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let app = try await world.app()
            let mail = try #require(MailAddress("ada@example.com"))
            let ada = try await store.createMember(mail, .init(role: .developer, appIDs: [app.id]))
            let made = try await store.createKey(of: ada, name: "laptop").key
            #expect(made.kind == .individual && made.memberID == ada.id)
            #expect(try await store.key(made.id) == made)
            #expect(made.role == .developer && made.appIDs == [app.id])
            _ = try await store.changeMember(mail, .init(role: .readOnly, appIDs: []))
            let changed = try #require(try await store.key(made.id))
            #expect(changed.role == .readOnly && changed.appIDs == nil)
            #expect(try await store.keys(ofMember: ada.id) == [changed])
            try await store.removeMember(mail)
            #expect(try await store.key(made.id) == nil)
            #expect(try await store.keys().map(\.revokedAt) == [world.clock.now])
            // Somebody else who has their address has not their keys.
            let other = try await store.createMember(mail)
            #expect(try await store.keys(ofMember: other.id).isEmpty)
            let gone = await world.refusal { _ = try await store.createKey(of: ada, name: "late") }
            #expect(gone == .notFound(type: "members", id: mail.description))
        }
    }

    @Test(
        "Somebody has ten keys of their own at most, and one more when one is revoked", arguments: DatabaseKind.allCases
    )
    func limit(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let ada = try await store.createMember(try #require(MailAddress("ada@example.com")))
            var ids: [String] = []
            for number in 1...10 { ids.append(try await store.createKey(of: ada, name: "\(number)").key.id) }
            let refused = await world.refusal { _ = try await store.createKey(of: ada, name: "more") }
            #expect(refused == .tooManyKeys(limit: 10))
            #expect(try await store.keys(ofMember: ada.id).count == 10)
            try await store.revokeKey(ids[0], ofMember: ada.id)
            _ = try await store.createKey(of: ada, name: "more")
        }
    }

    @Test(
        "A key of a member is revoked by them or an administrator, and by no other member",
        arguments: DatabaseKind.allCases)
    func revoking(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            let ada = try await store.createMember(try #require(MailAddress("ada@example.com")))
            let bo = try await store.createMember(try #require(MailAddress("bo@example.com")))
            let first = try await store.createKey(of: ada, name: "one").key
            let second = try await store.createKey(of: ada, name: "two").key
            let team = try await store.createKey(name: "CI", role: .developer).key
            for (id, memberID) in [(first.id, bo.id), (team.id, ada.id), ("x", ada.id)] {
                let refused = await world.refusal { try await store.revokeKey(id, ofMember: memberID) }
                #expect(refused == .notFound(type: "keys", id: id))
            }
            try await store.revokeKey(first.id, ofMember: ada.id)
            try await store.revokeKey(second.id)
            #expect(try await store.key(first.id) == nil)
            #expect(try await store.key(second.id) == nil)
            #expect(try await store.key(team.id)?.memberID == nil)
            let twice = await world.refusal { try await store.revokeKey(first.id, ofMember: ada.id) }
            #expect(twice == .notFound(type: "keys", id: first.id))
            #expect(try await store.principalNames()[first.id] == "one (\(first.id)) of ada@example.com")
        }
    }
}
