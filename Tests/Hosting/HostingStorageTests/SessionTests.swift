// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import HostingStorage
import Testing

@Suite("Members who sign in", .timeLimit(.minutes(2))) struct SessionTests {
    private let mail = MailAddress("ada@example.com")

    @Test("C16: whoever is invited chooses a password once, in time", arguments: DatabaseKind.allCases)
    func invitation(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let mail = try #require(mail)
            let nobody = await world.refusal { _ = try await world.store.invite(mail) }
            #expect(nobody == .notFound(type: "members", id: "ada@example.com"))
            let member = try await world.store.createMember(mail)
            #expect(try await world.store.credentials(of: mail)?.password == nil)
            let first = try await world.store.invite(mail)
            let secret = try await world.store.invite(mail)
            let hash = try PasswordHash(of: "correct horse battery")
            // The last one counts.
            #expect(try await world.store.setPassword(hash, by: first) == nil)
            #expect(try await world.store.invited(by: secret) == member)
            #expect(try await world.store.setPassword(hash, by: secret) == member)
            #expect(try await world.store.credentials(of: mail)?.password == hash)
            #expect(try await world.store.setPassword(hash, by: secret) == nil)
            let late = try await world.store.invite(mail)
            world.clock.advance(seconds: 3 * 86_400)
            #expect(try await world.store.invited(by: late) == nil)
            #expect(try await world.store.setPassword(hash, by: late) == nil)
        }
    }

    @Test("A session ends when it is ended, not used, too old, or its member is gone", arguments: DatabaseKind.allCases)
    func sessions(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, mail) = (world.store, try #require(mail))
            let member = try await store.createMember(mail)
            let first = try await store.beginSession(of: member)
            let session = try #require(try await store.session(first))
            #expect(session.member == member && session.formToken.count == 43 && session.id == first.digest)
            #expect(try await store.session(Secret()) == nil)
            try await store.endSession(session)
            #expect(try await store.session(first) == nil)
            // Used now and then it lasts, though not for ever.
            let second = try await store.beginSession(of: member)
            for _ in 0..<28 {
                world.clock.advance(seconds: 11.9 * 3_600)
                #expect(try await store.session(second) != nil)
            }
            world.clock.advance(seconds: 3 * 3_600)
            #expect(try await store.session(second) == nil)
            let third = try await store.beginSession(of: member)
            world.clock.advance(seconds: 12 * 3_600)
            #expect(try await store.session(third) == nil)
            // A new password ends what was begun with the old one.
            let fourth = try await store.beginSession(of: member)
            let secret = try await store.invite(mail)
            _ = try await store.setPassword(try PasswordHash(of: "correct horse battery"), by: secret)
            #expect(try await store.session(fourth) == nil)
            let fifth = try await store.beginSession(of: member)
            _ = try await store.invite(mail)
            try await store.removeMember(mail)
            #expect(try await store.session(fifth) == nil)
        }
    }
}
