// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What becomes of versions, by `ba-transport`.
@Suite("ba-transport submit and release", .serialized, .timeLimit(.minutes(3))) struct TransportReleaseTests {
    private struct Submitted: Decodable {
        let assetPackID, context: String
        let version: Int
        let state, submissionID: String?
    }

    private struct Version: Decodable {
        let assetPackID, state: String
        let version: Int
        let `internal`, external, appstore: String?
    }

    private struct Pack: Decodable {
        let assetPackID: String
        let `internal`, external, appstore: Int?
    }

    private struct Context: Decodable {
        let pack, context: String
        let version, pinned: Int?
        let rolloutStartPercentage: Int
    }

    private func decoded<Value: Decodable>(_ run: ProgramRun, as: Value.Type) throws -> Value {
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Value.self, from: Data(run.output.utf8))
    }

    private static let app = ["--app", "com.example.game"]

    @Test("C15: packs are submitted together, and waited for until a reviewer has let them out") func approving()
        async throws
    {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            for name in ["A", "B"] {
                let upload = try await transport.upload(try await transport.archive(name, size: 1000), "--wait")
                try #require(upload.status == 0, "\(upload.errors)")
            }
            let external = try decoded(
                await transport.run(["submit", "A", "--context", "external", "--json"] + Self.app),
                as: [Submitted].self)
            #expect(external.map(\.state) == ["WAITING_FOR_REVIEW"] && external[0].context == "external")
            let arguments = ["submit", "A", "B", "--context", "appstore", "--platform", "IOS", "--json"] + Self.app
            let store = try decoded(await transport.run(arguments), as: [Submitted].self)
            #expect(store.map(\.state) == ["WAITING_FOR_REVIEW", "WAITING_FOR_REVIEW"])
            let id = try #require(store[0].submissionID)
            #expect(store[1].submissionID == id)
            // Once is enough.
            let again = try await transport.run(arguments)
            #expect(again.status == 0 && again.errors.contains("version 1 of A is submitted already"), "\(again)")
            #expect(try decoded(again, as: [Submitted].self).map(\.submissionID) == [id, id])
            let tested = try await transport.run(["submit", "A", "--context", "external", "--json"] + Self.app)
            #expect(try decoded(tested, as: [Submitted].self).map(\.submissionID) == [external[0].submissionID])
            let nobody = try await transport.run(["submit", "A", "--context", "internal"] + Self.app)
            #expect(nobody.status == 64 && nobody.errors.contains("'external' and 'appstore'"), "\(nobody)")
            async let waiting = transport.run(
                ["status", "--pack", "A", "--context", "external", "--wait", "--json"] + Self.app)
            #expect(try await host.ba("review", "approve", try #require(external[0].submissionID)).status == 0)
            #expect(try decoded(await waiting, as: Version.self).external == "READY_FOR_TESTING")
            #expect(try await host.ba("review", "approve", id).status == 0)
            let status = try await transport.run(
                ["status", "--pack", "B", "--context", "appstore", "--wait", "--json"] + Self.app)
            #expect(try decoded(status, as: Version.self).appstore == "READY_FOR_DISTRIBUTION")
            let packs = try decoded(await transport.run(["list", "--json"] + Self.app), as: [Pack].self)
            #expect(packs.map(\.assetPackID) == ["A", "B"] && packs.map(\.internal) == [1, 1])
            #expect(packs.map(\.external) == [1, nil] && packs.map(\.appstore) == [1, 1])
        }
    }

    @Test("C15: what is rejected ends with a status of its own; another's submission is not handed in")
    func rejecting() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let transport = try Transport(host)
            _ = try await transport.upload(try await transport.archive("A", size: 1000), "--wait")
            _ = try await transport.upload(try await transport.archive("B", size: 1000), "--wait")
            let other = try await host.send(
                "POST", "/v1/reviewSubmissions",
                json: ServingHost.document(
                    "reviewSubmissions",
                    #""attributes":{"platform":"IOS"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#
                ))
            let otherID = try #require(other.string("data/id"))
            let version = try decoded(
                await transport.run(["list", "--pack", "B", "--json"] + Self.app), as: [Identified].self)[0].id
            let item = try await host.send(
                "POST", "/v1/reviewSubmissionItems",
                json: ServingHost.document(
                    "reviewSubmissionItems",
                    #""relationships":{"reviewSubmission":{"data":{"type":"reviewSubmissions","id":"\#(otherID)"}},"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(version)"}}}"#
                ))
            #expect(item.status == 201, "\(item.text)")
            let submit = ["submit", "A", "--context", "appstore", "--platform", "IOS"] + Self.app
            let refused = try await transport.run(submit)
            #expect(refused.status == 65 && refused.errors.contains("--submission \(otherID)"), "\(refused.errors)")
            async let waiting = transport.run(submit + ["--submission", otherID, "--wait"])
            try await eventually { try await host.ba("review", "list", "--json").output.contains("WAITING_FOR_REVIEW") }
            #expect(try await host.ba("review", "reject", otherID).status == 0)
            let rejected = try await waiting
            #expect(rejected.status == 80 && rejected.errors.contains("was rejected"), "\(rejected.errors)")
            let status = try await transport.run(["status", "--pack", "A", "--context", "appstore"] + Self.app)
            #expect(status.status == 80 && status.output.contains("REJECTED"), "\(status.errors)")
            let late = try await transport.run(
                ["status", "--pack", "A", "--context", "external", "--wait", "--timeout", "1"] + Self.app)
            #expect(late.status == 75 && late.errors.contains("takes longer than 1 s"), "\(late.errors)")
        }
    }

    @Test(
        "C15: what was rejected is handed in again by the same command; another version takes its place when it is called off"
    )
    func again() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            for seed in 1...2 as ClosedRange<UInt64> {
                let archive = try await transport.archive("A", size: 1000, seed: seed)
                #expect(try await transport.upload(archive, "--wait").status == 0)
            }
            func submit(_ version: Int) async throws -> ProgramRun {
                try await transport.run(
                    ["submit", "A", "--version", "\(version)", "--context", "appstore", "--json"] + Self.app)
            }
            let first = try #require(try decoded(await submit(1), as: [Submitted].self)[0].submissionID)
            for _ in 1...2 {
                #expect(try await host.ba("review", "reject", first).status == 0)
                let again = try decoded(await submit(1), as: [Submitted].self)
                #expect(again.map(\.submissionID) == [first] && again[0].state == "WAITING_FOR_REVIEW")
            }
            #expect(try await host.ba("review", "reject", first).status == 0)
            let refused = try await submit(2)
            #expect(refused.status == 65 && refused.errors.contains("ba-transport cancel \(first)"), "\(refused)")
            // Nothing is left of that.
            #expect(try await !host.ba("review", "list", "--json").output.contains("READY_FOR_REVIEW"))
            let cancelled = try await transport.run("cancel", first, "--json")
            struct Cancelled: Decodable, Equatable {
                let submissionID, state: String
                let removedItems: Int
            }
            #expect(
                try decoded(cancelled, as: Cancelled.self)
                    == Cancelled(submissionID: first, state: "COMPLETE", removedItems: 0))
            let second = try #require(try decoded(await submit(2), as: [Submitted].self)[0].submissionID)
            #expect(second != first)
            #expect(try await host.ba("review", "approve", second).status == 0)
            let status = try await transport.run(
                ["status", "--pack", "A", "--context", "appstore", "--wait", "--json"] + Self.app)
            #expect(try decoded(status, as: Version.self).version == 2)
            for (id, exit) in [("none", 66), ("a/b", 66), (second, 65)] as [(String, Int32)] {
                let run = try await transport.run("cancel", id)
                #expect(run.status == exit, "\(id): \(run)")
            }
        }
    }

    @Test("C15: what is rejected in part waits until reviewers are done, and is handed in again with the rest")
    func inPart()
        async throws
    {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            for name in ["A", "B"] {
                #expect(try await transport.upload(try await transport.archive(name, size: 1000), "--wait").status == 0)
            }
            func submit(_ more: String...) async throws -> ProgramRun {
                try await transport.run(["submit", "A", "B", "--context", "appstore", "--json"] + more + Self.app)
            }
            let id = try #require(try decoded(await submit(), as: [Submitted].self)[0].submissionID)
            #expect(try await host.ba("review", "reject", id, "--pack", "B").status == 0)
            let early = try await submit()
            #expect(early.status == 75 && early.errors.contains("when reviewers are done"), "\(early)")
            #expect(try await !host.ba("review", "list", "--json").output.contains("READY_FOR_REVIEW"))
            #expect(try await host.ba("review", "approve", id).status == 0)
            // A is accepted, and that is no end while B is looked at again.
            let again = try decoded(await submit(), as: [Submitted].self)
            #expect(again.map(\.state) == ["ACCEPTED", "WAITING_FOR_REVIEW"] && again[1].submissionID == id)
            async let waiting = submit("--wait")
            #expect(try await host.ba("review", "approve", id).status == 0)
            let released = try decoded(await waiting, as: [Submitted].self)
            #expect(released.map(\.state) == ["READY_FOR_DISTRIBUTION", "READY_FOR_DISTRIBUTION"])
        }
    }

    @Test("C15: whoever waits for a submission that is called off hears of it; one that there is not is not found")
    func calledOff() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            for name in ["A", "B"] {
                _ = try await transport.upload(try await transport.archive(name, size: 1000), "--wait")
            }
            let submit = ["submit", "A", "--context", "appstore", "--platform", "IOS"] + Self.app
            async let waiting = transport.run(submit + ["--wait"])
            try await eventually { try await host.ba("review", "list", "--json").output.contains("WAITING_FOR_REVIEW") }
            let submitted = try decoded(await transport.run(submit + ["--json"]), as: [Submitted].self)
            let id = try #require(submitted[0].submissionID)
            // Whatever else it is said to be for, it is told by what it is.
            let linux = try decoded(
                await transport.run(["submit", "A", "--context", "appstore", "--json"] + Self.app), as: [Submitted].self
            )
            #expect(linux[0].submissionID == id)
            let none = try await transport.run(submit + ["--submission", UUID().uuidString.lowercased()])
            #expect(none.status == 66, "\(none)")
            let both = try await transport.run(
                ["submit", "A", "B", "--context", "appstore"] + Self.app)
            #expect(both.status == 0 && both.errors.contains("apart from that (\(id))"), "\(both)")
            #expect(try await transport.run(["cancel", id]).status == 0)
            let end = try await waiting
            #expect(end.status == 1 && end.errors.contains("was called off"), "\(end)")
        }
    }

    @Test("C15: of several commands that submit the same at once each ends well, and one submission is handed in")
    func atOnce() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let transport = try Transport(host)
            _ = try await transport.upload(try await transport.archive("A", size: 1000), "--wait")
            let submit = ["submit", "A", "--context", "appstore", "--platform", "IOS", "--json"] + Self.app
            let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
                for _ in 0..<6 { group.addTask { try await transport.run(submit) } }
                return try await group.reduce(into: [ProgramRun]()) { $0.append($1) }
            }
            #expect(runs.map(\.status) == Array(repeating: 0, count: 6), "\(runs.map(\.errors))")
            let ids = try Set(runs.map { try decoded($0, as: [Submitted].self)[0].submissionID })
            let list = try await host.send("GET", "/v1/reviewSubmissions?filter%5Bapp%5D=\(appID)")
            let handedIn = (list["data"] as? [[String: Any]] ?? []).filter {
                ($0["attributes"] as? [String: Any])?["state"] as? String == "WAITING_FOR_REVIEW"
            }
            #expect(ids == Set(handedIn.map { $0["id"] as? String }) && handedIn.count == 1, "\(ids) \(list.text)")
        }
    }

    @Test("C15: of several commands that submit other packs at once none leaves anything in the others' way")
    func othersAtOnce() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let transport = try Transport(host)
            let names = ["A", "B", "C", "D"]
            for name in names {
                _ = try await transport.upload(try await transport.archive(name, size: 1000), "--wait")
            }
            let runs = try await withThrowingTaskGroup(of: (String, ProgramRun).self) { group in
                for name in names {
                    group.addTask {
                        (name, try await transport.run(["submit", name, "--context", "appstore", "--json"] + Self.app))
                    }
                }
                return try await group.reduce(into: [String: ProgramRun]()) { $0[$1.0] = $1.1 }
            }
            #expect(runs.values.contains { $0.status == 0 } && runs.values.allSatisfy { [0, 65].contains($0.status) })
            var submissions: [String: [String]] = [:]
            for (name, run) in runs where run.status == 0 {
                submissions[try #require(decoded(run, as: [Submitted].self)[0].submissionID), default: []].append(name)
            }
            // Whose packs are reviewed together hear of it, but for the one that was first, perhaps.
            for names in submissions.values where names.count > 1 {
                #expect(names.contains { runs[$0]?.errors.contains("other item") == true }, "\(runs)")
            }
            // Nothing of those that were refused is left.
            let list = try await host.send("GET", "/v1/reviewSubmissions?filter%5Bapp%5D=\(appID)")
            for submission in list["data"] as? [[String: Any]] ?? [] {
                let id = try #require(submission["id"] as? String)
                let state = (submission["attributes"] as? [String: Any])?["state"] as? String
                guard state == "READY_FOR_REVIEW" else { continue }
                let items = try await host.send("GET", "/v1/reviewSubmissions/\(id)/items")
                let states = (items["data"] as? [[String: Any]] ?? []).map {
                    ($0["attributes"] as? [String: Any])?["state"] as? String
                }
                #expect(states.allSatisfy { $0 == "REMOVED" }, "\(items.text) \(runs)")
            }
        }
    }

    @Test("C15: what is put together is emptied by cancel, and goes on to be used") func emptying() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let transport = try Transport(host)
            #expect(try await transport.upload(try await transport.archive("A", size: 1000), "--wait").status == 0)
            let made = try await host.send(
                "POST", "/v1/reviewSubmissions",
                json: ServingHost.document(
                    "reviewSubmissions", #""relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#))
            let id = try #require(made.string("data/id"))
            let empty = try await transport.run("cancel", id)
            #expect(empty.status == 0 && empty.errors.contains("0 items were taken out"), "\(empty)")
            let run = try await transport.run(["submit", "A", "--context", "appstore", "--json"] + Self.app)
            #expect(try decoded(run, as: [Submitted].self).map(\.submissionID) == [id])
        }
    }

    private struct Identified: Decodable { let id: String }

    @Test("Releases are held, let go and phased from afar") func releasing() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            for seed in 1...2 as ClosedRange<UInt64> {
                let archive = try await transport.archive("A", size: 1000, seed: seed)
                #expect(try await transport.upload(archive, "--wait").status == 0)
            }
            func contexts() async throws -> [Context] {
                try decoded(await transport.run(["release", "list", "--json"] + Self.app), as: [Context].self)
            }
            #expect(try await contexts().map(\.version) == [2, nil, nil])
            let place = ["A", "--context", "internal"] + Self.app
            let pin = try await transport.run(["release", "pin", "--version", "1"] + place)
            #expect(pin.status == 0 && pin.errors == "A in internal: version 1, held.\n", "\(pin.errors)")
            #expect(try await contexts()[0].pinned == 1)
            let never = try await transport.run(["release", "pin", "--version", "7"] + place)
            #expect(never.status == 65 && never.errors.contains("STATE_ERROR"), "\(never.errors)")
            #expect(try await transport.run(["release", "unpin"] + place).errors == "A in internal: version 2.\n")
            let start = try await transport.run(["release", "rollout", "--start", "10"] + place)
            #expect(start.errors == "A in internal: version 2; releases begin with 10 %.\n")
            let limit = try await transport.run(
                ["release", "limit", "A", "--version", "2", "--lowest", "2.0"] + Self.app)
            #expect(limit.errors == "A 2 is for version 2.0 of the app, and later ones.\n")
            #expect(try await contexts()[0].rolloutStartPercentage == 10)
            var apple = transport
            apple.environment["BA_TRANSPORT_SERVER"] = "apple"
            let usage = try await apple.run(
                ["release", "pin", "--version", "1", "A", "--context", "nowhere"] + Self.app)
            #expect(usage.status == 64, "\(usage.errors)")
        }
    }
}
