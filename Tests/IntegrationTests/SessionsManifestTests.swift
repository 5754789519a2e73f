// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Manifests of Examples/Sessions that are no use, or other ones meanwhile.
@Suite("Manifests of the Sessions example", .timeLimit(.minutes(5))) struct SessionsManifestTests {
    private func log(of example: SessionsExample) async throws -> String {
        try expectSuccess(try await example.world.ba("logs", "--app", SessionsExample.bundleID)).output
    }

    @Test(
        "A13: with a manifest that is no use nothing is fetched; the next one brings the videos, none of them as essential"
    )
    func useless() async throws {
        try await SessionsExample.with { example in
            example.server.serve("/manifest.json", Array("{\"sessions\": 5}".utf8))
            try await example.makeApp()
            _ = try await example.install()
            #expect(try await log(of: example).contains("the manifest is no use"))
            #expect(SessionsExample.sessions.allSatisfy { !example.isHere($0) })
            #expect(!example.server.requests.contains { $0.path.hasSuffix(".video") })
            try await example.publish()
            try await expectSuccess(example.world.ba("update", SessionsExample.bundleID))
            try await example.waitForVideos()
            let log = try await log(of: example)
            #expect(log.contains("asked for 5 of 5 sessions"))
            #expect(!log.contains("only the set that an extension returns"), "\(log)")
        }
    }

    @Test("A13: a video whose session is gone when it arrives is not kept") func goneSession() async throws {
        try await SessionsExample.with { example in
            try await example.installWithOneOnItsWay()
            let path = example.world.folder.path("site/manifest.json")
            let manifest = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: path)))
            var fields = try #require(manifest as? [String: Any])
            let sessions = try #require(fields["sessions"] as? [[String: Any]])
            fields["sessions"] = sessions.filter { "\($0["id"] ?? $0["identifier"] ?? "")" != "404" }
            try #require((fields["sessions"] as? [Any])?.count == 4)
            example.server.serve("/manifest.json", [UInt8](try JSONSerialization.data(withJSONObject: fields)))
            try await expectSuccess(example.world.ba("update", SessionsExample.bundleID))
            try await eventually { try await log(of: example).contains("asked for 0 of 4 sessions") }
            example.server.release()
            try await eventually { try await log(of: example).contains("404 is no session any more") }
            #expect(!example.isHere("404"))
            #expect(try expectSuccess(try await example.world.ba("downloads")).output.contains("404") == false)
        }
    }
}
