// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Reviewers at the machine of a host, and programs that submit to it.
@Suite("ba-host review", .serialized, .timeLimit(.minutes(2))) struct ReviewCommandTests {
    private struct Pending: Decodable {
        let id, bundleID, context, state: String
        let items: [String]
    }

    private func pending(_ host: ServingHost) async throws -> [Pending] {
        let run = try await host.ba("review", "list", "--json")
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode([Pending].self, from: Data(run.output.utf8))
    }

    @Test("C13: what is submitted waits for a reviewer, who sees it, and lets it out") func approving() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            #expect(try await host.ba("review", "list").errors == "Nothing waits for a reviewer.\n")
            let versionID = try await host.upload("Tutorial", of: appID).versionID
            _ = try await host.processed(versionID)
            let beta = try await host.send(
                "POST", "/v1/betaBackgroundAssetReviewSubmissions",
                json: ServingHost.document(
                    "betaBackgroundAssetReviewSubmissions",
                    #""relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
                ))
            let betaID = try #require(beta.string("data/id"), "\(beta.text)")
            let id = try await host.submit(versions: [versionID], platform: "IOS", of: appID)
            let waiting = try await pending(host)
            #expect(Set(waiting.map(\.id)) == [id, betaID])
            #expect(Set(waiting.map(\.context)) == ["App Store", "External testing"])
            #expect(waiting.allSatisfy { $0.items == ["Tutorial 1"] && $0.bundleID == "com.example.game" })
            #expect(try await host.ba("review", "list").output.contains("External testing"))
            let approved = try await host.ba("review", "approve", betaID)
            #expect(approved.status == 0 && approved.errors.contains("it is APPROVED"), "\(approved.errors)")
            let released = try await host.ba("review", "approve", id)
            #expect(released.status == 0 && released.errors.contains("it is COMPLETE"), "\(released.errors)")
            let answer = try await host.processed(versionID)
            for (place, state) in ["READY_FOR_TESTING", "READY_FOR_TESTING", "READY_FOR_DISTRIBUTION"].enumerated() {
                #expect(answer.string("included/\(place)/attributes/state") == state, "\(answer.text)")
            }
            #expect(try await pending(host).isEmpty)
            // Once is enough.
            for again in [id, betaID] {
                let run = try await host.ba("review", "approve", again)
                #expect(run.status == 65 && run.errors.contains("is not possible in the state"), "\(run.errors)")
            }
        }
    }

    @Test("C13: an app changes who decides on what is submitted") func policy() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            #expect(try await host.ba("app", "set", "com.example.game").status == 64)
            let changed = try await host.ba("app", "set", "com.example.game", "--review-policy", "automatic")
            #expect(changed.status == 0 && changed.errors.contains("automatic"), "\(changed.errors)")
            let versionID = try await host.upload("Tutorial", of: appID).versionID
            _ = try await host.processed(versionID)
            try await host.submitForBeta(versionID)
            let answer = try await host.processed(versionID)
            #expect(answer.string("included/1/attributes/state") == "READY_FOR_TESTING", "\(answer.text)")
            #expect(try await host.ba("audit").output.contains("app.change-review-policy"))
        }
    }

    @Test("C13: a pack can be rejected by itself; what is not there is told") func rejecting() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            var versions: [String] = []
            for name in ["A", "B"] {
                versions.append(try await host.upload(name, of: appID).versionID)
                _ = try await host.processed(versions[versions.count - 1])
            }
            let id = try await host.submit(versions: versions, platform: "IOS", of: appID)
            let missing = try await host.ba("review", "reject", id, "--pack", "C")
            #expect(missing.status == 65 && missing.errors.contains("pack 'C' waits for"), "\(missing.errors)")
            #expect(try await host.ba("review", "reject", "nothing").status == 66)
            let long = String(repeating: "a", count: 4_001)
            let tooLong = try await host.ba("review", "reject", id, "--message", long)
            #expect(tooLong.status == 64 && tooLong.errors.contains("4001 characters"), "\(tooLong.errors)")
            let first = try await host.ba("review", "reject", id, "--pack", "B", "--message", "No <harbour>.")
            #expect(first.status == 0 && first.errors.contains("it is IN_REVIEW"), "\(first.errors)")
            let second = try await host.ba("review", "approve", id, "--pack", "B")
            #expect(second.status == 65 && second.errors.contains("it has one"), "\(second.errors)")
            let rest = try await host.ba("review", "approve", id)
            #expect(rest.errors.contains("it is UNRESOLVED_ISSUES"), "\(rest.errors)")
            let items = try await host.send("GET", "/v1/reviewSubmissions/\(id)/items")
            #expect(items.string("data/0/attributes/state") == "ACCEPTED", "\(items.text)")
            #expect(items.string("data/1/attributes/state") == "REJECTED", "\(items.text)")
            // Whoever has submitted it reads it.
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let page = try await ada.get("/console/versions/\(versions[1])")
            #expect(page.text.contains("No &lt;harbour&gt;."), "\(page.text)")
            #expect(try await !ada.get("/console/versions/\(versions[0])").text.contains("harbour"))
        }
    }
}
