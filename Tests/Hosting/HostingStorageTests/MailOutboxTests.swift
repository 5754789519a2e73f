// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@testable import HostingStorage

/// Who is told what by mail, as it is written with what they are told of.
@Suite("Mail in storage", .timeLimit(.minutes(2))) struct MailOutboxTests {
    private let server = MailServer(host: "localhost", port: 25, security: .none, sender: "packs@example.com")

    private func address(_ name: String) throws -> MailAddress { try #require(MailAddress(name + "@example.com")) }

    private func recipients(_ world: HostWorld) async throws -> [String] {
        try await world.store.mails(limit: 100).map { "\($0.recipient) \($0.subject)" }.sorted()
    }

    @Test("C12: those who upload are told of their apps, unless they want none", arguments: DatabaseKind.allCases)
    func recipients(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            try await store.setMailServer(server)
            let (app, other) = (try await world.app(), try await world.app("com.example.other"))
            _ = try await store.createMember(try address("all"), .init(role: .admin))
            _ = try await store.createMember(try address("own"), .init(role: .developer, appIDs: [app.id]))
            _ = try await store.createMember(try address("elsewhere"), .init(role: .developer, appIDs: [other.id]))
            _ = try await store.createMember(try address("quiet"), .init(role: .developer, getsMail: false))
            _ = try await store.createMember(try address("reader"), .init(role: .readOnly))
            let pack = try await store.createPack(appID: app.id, identifier: "Tutorial")
            let version = try await world.processedVersion(of: pack)
            let ready = ["all", "own"].map { "\($0)@example.com Game: Tutorial 1 is ready for internal testing" }
            #expect(try await recipients(world) == ready)
            try await world.approve(version)
            let distributed = ["all", "own"].map { "\($0)@example.com Game: Tutorial 1 is ready for distribution" }
            #expect(try await Set(recipients(world)).isSuperset(of: distributed))
            #expect(try await world.jobs.backlogs().first { $0.kind == .mail }?.due == recipients(world).count)
        }
    }

    @Test(
        "C12: what a reviewer says of what is rejected is told, and of nothing else", arguments: DatabaseKind.allCases)
    func rejections(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let store = world.store
            try await store.setMailServer(server)
            _ = try await store.createMember(try address("all"), .init(role: .admin))
            let first = try await world.processedVersion()
            let second = try await world.processedVersion(of: first.pack)
            func rejections() async throws -> [String] {
                try await store.mails(limit: 100).filter { $0.subject.contains("rejected") }
                    .sorted { $0.createdAt < $1.createdAt }.map(\.body)
            }
            let review = try await store.submitForBeta(.packVersion(first.version.id), by: "dev").review
            _ = try await store.change(betaReviewID: review.id, .beginReview, by: "rev")
            _ = try await store.change(betaReviewID: review.id, .reject, by: "rev", message: "The map has no harbour.")
            #expect(try await rejections().last?.contains("The reviewer says:\n\nThe map has no harbour.\n") == true)
            // In the other context, at first with words, and then without.
            let id = try await world.submitted([second])
            for (message, isSaid) in [("It is upside down.", true), (nil, false)] as [(String?, Bool)] {
                world.clock.advance(seconds: 1)
                let item = try #require(
                    try await store.change(reviewID: id, .beginReview, by: "rev").summary.items.first)
                _ = try await store.change(itemID: item.id, .decide(accepts: false), by: "rev", message: message)
                let body = try #require(try await rejections().last)
                #expect(
                    body.contains("It is upside down.") == isSaid && body.contains("reviewer says") == isSaid, "\(body)"
                )
                guard isSaid else { break }
                _ = try await store.change(itemID: item.id, .resolve, by: "dev")
                _ = try await store.change(reviewID: id, .submit, by: "dev")
            }
        }
    }

    @Test("A host that names no server writes no mail", arguments: DatabaseKind.allCases)
    func withoutAServer(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            _ = try await world.store.createMember(try address("all"), .init(role: .admin))
            let pack = try await world.store.createPack(appID: try await world.app().id, identifier: "Tutorial")
            _ = try await world.processedVersion(of: pack)
            #expect(try await recipients(world).isEmpty)
            #expect(try await world.store.mailServer() == nil)
        }
    }

    @Test("Members are unique by their address, changed and removed", arguments: DatabaseKind.allCases)
    func members(_ kind: DatabaseKind) async throws {
        try await HostWorld.with(kind) { world in
            let (store, ada) = (world.store, try address("ada"))
            let app = try await world.app()
            let made = try await store.createMember(ada, .init(name: "Ada", role: .developer, appIDs: [app.id]))
            #expect(try await store.members() == [made])
            await #expect(throws: StorageError.refused(.taken(attribute: "mail", value: ada.description))) {
                try await store.createMember(try #require(MailAddress("ADA@example.com")))
            }
            await #expect(throws: StorageError.refused(.notFound(type: "apps", id: "none"))) {
                try await store.changeMember(ada, .init(appIDs: ["none"]))
            }
            let changed = try await store.changeMember(ada, .init(role: .admin, appIDs: []))
            #expect(changed.name == "Ada" && changed.role == .admin && changed.appIDs == nil && changed.id == made.id)
            #expect(try await store.members() == [changed])
            try await store.removeMember(ada)
            await #expect(throws: StorageError.refused(.notFound(type: "members", id: ada.description))) {
                try await store.removeMember(ada)
            }
        }
    }
}
