// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Builds by `ba-transport`.
@Suite("ba-transport build", .serialized, .timeLimit(.minutes(3))) struct TransportBuildTests {
    private struct Build: Decodable {
        let id, state: String
        let version, build, external, appstore: String?
    }

    @Test("C11: a build is uploaded, waited for, found again, submitted and released") func uploading() async throws {
        try await ServingHost.with { host in
            _ = try await host.app(policy: "automatic")
            let transport = try Transport(host)
            try host.folder.write(SampleApp.tar().bytes, to: "Game.tar")
            func upload() async throws -> (Build, ProgramRun) {
                let run = try await transport.run(
                    "build", "upload", "Game.tar", "--app", "com.example.game", "--wait", "--json")
                #expect(run.status == 0, "\(run.errors)")
                return (try JSONDecoder().decode(Build.self, from: Data(run.output.utf8)), run)
            }
            let (build, _) = try await upload()
            #expect(build.state == "COMPLETE" && build.version == "1.0")
            let (again, told) = try await upload()
            #expect(again.id == build.id && told.errors.contains("has this archive already"), "\(told.errors)")
            for context in ["external", "appstore"] {
                let run = try await transport.run(
                    "build", "submit", build.id, "--context", context, "--app", "com.example.game")
                #expect(run.status == 0, "\(run.errors)")
            }
            let list = try await transport.run("build", "list", "--app", "com.example.game", "--json")
            let builds = try JSONDecoder().decode([Build].self, from: Data(list.output.utf8))
            #expect(builds.map(\.id) == [build.id])
            #expect(builds[0].external == "READY_FOR_TESTING" && builds[0].appstore == "READY_FOR_DISTRIBUTION")
            let published = try await host.fetch("\(host.url)/apps/com.example.game?architecture=x86_64")
            #expect(Array(published) == SampleApp.tar().bytes)
        }
    }

    @Test("C15: a build that is submitted again, and one that was rejected, go on where they are") func again()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let transport = try Transport(host)
            try host.folder.write(SampleApp.tar().bytes, to: "Game.tar")
            let run = try await transport.run(
                "build", "upload", "Game.tar", "--app", "com.example.game", "--wait", "--json")
            let build = try JSONDecoder().decode(Build.self, from: Data(run.output.utf8))
            struct Submitted: Decodable { let submission, state: String }
            func submit() async throws -> Submitted {
                let run = try await transport.run(
                    "build", "submit", build.id, "--context", "appstore", "--app", "com.example.game", "--json")
                #expect(run.status == 0, "\(run.errors)")
                return try JSONDecoder().decode(Submitted.self, from: Data(run.output.utf8))
            }
            // What an earlier try, or somebody else, has left.
            let draft = try await host.send(
                "POST", "/v1/reviewSubmissions",
                json: ServingHost.document(
                    "reviewSubmissions", #""relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#))
            let id = try #require(draft.string("data/id"))
            for _ in 1...2 {
                let submitted = try await submit()
                #expect(submitted.submission == id && submitted.state == "WAITING_FOR_REVIEW")
            }
            #expect(try await host.ba("review", "reject", id).status == 0)
            #expect(try await submit().submission == id)
            #expect(try await host.ba("review", "approve", id).status == 0)
            #expect(try await submit().state == "READY_FOR_DISTRIBUTION")
            // For testers, too.
            var reviews: Set<String> = []
            for _ in 1...2 {
                let run = try await transport.run(
                    "build", "submit", build.id, "--context", "external", "--app", "com.example.game", "--json")
                #expect(run.status == 0, "\(run.errors)")
                reviews.insert(try JSONDecoder().decode(Submitted.self, from: Data(run.output.utf8)).submission)
            }
            #expect(reviews.count == 1 && !reviews.contains("-"))
        }
    }

    private struct Review: Decodable {
        let id, state: String
    }

    /// What reviewers are asked about, as soon as they are.
    private func asked(of host: ServingHost) async throws -> String {
        try await eventually { try await host.ba("review", "list", "--json").output.contains("WAITING_FOR_REVIEW") }
        let list = try await host.ba("review", "list", "--json").output
        let reviews = try JSONDecoder().decode([Review].self, from: Data(list.utf8))
        return try #require(reviews.first { $0.state == "WAITING_FOR_REVIEW" }).id
    }

    @Test("C15: whoever submits a build can wait for what reviewers say of it") func waiting() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            try host.folder.write(SampleApp.tar().bytes, to: "Game.tar")
            let app = ["--app", "com.example.game"]
            let upload = try await transport.run(["build", "upload", "Game.tar", "--wait", "--json"] + app)
            let build = try JSONDecoder().decode(Build.self, from: Data(upload.output.utf8))
            func submit(_ context: String, _ more: String...) async throws -> ProgramRun {
                try await transport.run(["build", "submit", build.id, "--context", context, "--wait"] + app + more)
            }
            async let rejected = submit("appstore")
            let first = try await asked(of: host)
            #expect(try await host.ba("review", "reject", first).status == 0)
            #expect(try await rejected.status == 80)
            async let released = submit("appstore", "--json")
            let second = try await asked(of: host)
            #expect(try await host.ba("review", "approve", second).status == 0)
            let end = try await released
            #expect(end.status == 0 && end.output.contains("READY_FOR_DISTRIBUTION"), "\(end)")
            let late = try await submit("external", "--timeout", "1")
            #expect(late.status == 75 && late.errors.contains("takes longer than 1 s"), "\(late.errors)")
            async let tested = submit("external", "--json")
            let third = try await asked(of: host)
            #expect(try await host.ba("review", "approve", third).status == 0)
            let last = try await tested
            #expect(last.status == 0 && last.output.contains("READY_FOR_TESTING"), "\(last)")
        }
    }

    @Test("C11: what cannot be processed, submitted or found ends with a status of its own") func failures()
        async throws
    {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            try host.folder.write(Array(SampleApp.tar().bytes.prefix(100_000)), to: "Broken.tar")
            let broken = try await transport.run(
                "build", "upload", "Broken.tar", "--app", "com.example.game", "--wait")
            #expect(broken.status == 79 && broken.errors.contains("ARCHIVE_INVALID"), "\(broken)")
            for (arguments, status) in [
                (["upload", "none.tar", "--app", "com.example.game"], 66),
                (["list", "--app", "com.example.none"], 66),
                (["submit", "none", "--context", "external", "--app", "com.example.game"], 66),
                (["submit", "none", "--context", "internal", "--app", "com.example.game"], 64),
                (["upload", "Broken.tar", "--app", "com.example.game", "--parallel", "0"], 64),
            ] as [([String], Int32)] {
                let run = try await transport.run(["build"] + arguments)
                #expect(run.status == status, "\(arguments): \(run)")
            }
        }
    }
}
