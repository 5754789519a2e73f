// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Uploads by `ba-transport` to a host.
@Suite("ba-transport upload", .serialized, .timeLimit(.minutes(3))) struct TransportUploadTests {
    @Test("C11: several archives are uploaded, and waited for; what a pack has already is not uploaded again")
    func uploading() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            var archives: [String] = []
            for name in ["A", "B", "C"] { archives.append(try await transport.archive(name, size: 3_000_000)) }
            let first = try await transport.upload(archives[0], archives[1], archives[2], "--wait")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.uploads.map(\.assetPackID) == ["A", "B", "C"])
            #expect(first.uploads.allSatisfy { $0.state == "COMPLETE" && $0.version == 1 && $0.result == "uploaded" })
            #expect(first.uploads.allSatisfy { $0.bytesSent > 3_000_000 && $0.bytesResumed == 0 })
            let again = try await transport.upload(archives[0], "--wait")
            #expect(again.status == 0 && again.uploads[0].result == "unchanged", "\(again.errors)")
            #expect(again.uploads[0].versionID == first.uploads[0].versionID && again.uploads[0].bytesSent == 0)
            #expect(again.errors.contains("A: version 1 has this archive already; --again uploads it once more"))
            // The host tells that, too, where nothing is known of the first upload.
            var elsewhere = transport
            elsewhere.environment["XDG_STATE_HOME"] = host.folder.path("elsewhere")
            #expect(try await elsewhere.upload(archives[0]).uploads[0].result == "unchanged")
            let forced = try await transport.upload(archives[0], "--again", "--check-first", "--wait")
            #expect(forced.uploads[0].version == 2 && forced.uploads[0].state == "COMPLETE", "\(forced.errors)")
            // Going back to an archive of before is a new version.
            let other = try await transport.archive("A", size: 2_000_000, seed: 2)
            #expect(try await transport.upload(other, "--wait").uploads[0].version == 3)
            _ = try await transport.archive("A", size: 3_000_000)
            let back = try await transport.upload(archives[0], "--wait")
            #expect(back.uploads[0].version == 4 && back.uploads[0].result == "uploaded", "\(back.errors)")
        }
    }

    @Test("C11: what the host cannot process ends with a status of its own, and with what is wrong")
    func broken() async throws {
        try await ServingHost.with { host in
            _ = try await host.app()
            let transport = try Transport(host)
            let path = try host.folder.write("no archive at all", to: "broken.aar")
            // It is seen here, unless the pack is named.
            let here = try await transport.run("upload", path, "--app", "com.example.game")
            #expect(here.status == 65 && here.errors.contains("not an Apple Archive"), "\(here.errors)")
            #expect(try await transport.run("list", "--app", "com.example.game").errors == "The app has no packs.\n")
            let there = try await transport.upload(path, "--pack", "Broken", "--wait")
            #expect(there.status == 79, "\(there.errors)")
            #expect(there.uploads[0].errors.map(\.code) == ["ARCHIVE_INVALID"])
            #expect(there.uploads[0].state == "FAILED" && there.uploads[0].exitStatus == 79)
            #expect(there.errors.contains("Broken: the host could not process version 1\n  ARCHIVE_INVALID: "))
            let status = try await transport.run(
                "status", "--app", "com.example.game", "--pack", "Broken", "--wait")
            #expect(status.status == 79 && status.errors.contains("ARCHIVE_INVALID"), "\(status.errors)")
            let submitted = try await transport.run(
                "submit", "Broken", "--app", "com.example.game", "--context", "external")
            #expect(submitted.status == 66, "\(submitted.errors)")
            #expect(submitted.errors.contains("`ba-transport list --app com.example.game --pack Broken`"))
            // Others go on.
            let good = try await transport.archive("Good", size: 1000)
            let named = try await transport.archive("Named", size: 1000)
            let checked = try await transport.upload(named, "--pack", "Other", "--wait")
            #expect(checked.status == 79 && checked.uploads[0].errors[0].code == "ASSET_PACK_ID_DIFFERS")
            let missing = try await transport.run("upload", good, "missing.aar", "--app", "com.example.game")
            #expect(missing.status == 66 && missing.errors.contains("missing.aar"), "\(missing.errors)")
            let twice = try await transport.run("upload", good, good, "--app", "com.example.game")
            #expect(twice.status == 65 && twice.errors.contains("are both of the pack Good"), "\(twice.errors)")
            #expect(!(try await transport.run("list", "--app", "com.example.game").output.contains("Good")))
        }
    }

    @Test("C11: each cause of a refusal has its status") func refusals() async throws {
        try await ServingHost.with(arguments: ["--requests-per-hour", "12"]) { host in
            let appID = try await host.app()
            var transport = try Transport(host)
            #expect(try await transport.run("apps").output.contains(appID))
            #expect(try await transport.run("list", "--app", appID).status == 0)
            let noApp = try await transport.run("list", "--app", "com.example.other")
            #expect(noApp.status == 66 && noApp.errors.contains("no app com.example.other"), "\(noApp.errors)")
            let noPack = try await transport.run("status", "--app", appID, "--pack", "Nothing")
            #expect(noPack.status == 66 && noPack.errors.contains("no pack Nothing"), "\(noPack.errors)")
            let noVersion = try await transport.run("status", "11111111-1111-1111-1111-111111111111")
            #expect(noVersion.status == 66, "\(noVersion.errors)")
            let good = transport.environment
            transport.environment["BA_TRANSPORT_API_ISSUER"] = "11111111-1111-1111-1111-111111111111"
            let issuer = try await transport.run("apps")
            #expect(issuer.status == 77 && issuer.errors.contains("NOT_AUTHORIZED"), "\(issuer.errors)")
            transport.environment = good
            transport.environment["BA_TRANSPORT_API_KEY"] = "ABCDEFGHIJ"
            let key = try await transport.run("apps")
            #expect(key.status == 78 && key.errors.contains("private_keys"), "\(key.errors)")
            transport.environment = good
            transport.environment["BA_TRANSPORT_TRUST"] = ""
            let trust = try await transport.run("apps")
            #expect(trust.status == 69 && trust.errors.contains("--trust"), "\(trust.errors)")
            transport.environment = good
            // The number of requests is used up, whenever that is.
            try await eventually {
                let busy = try await transport.run("apps", "--retries", "0")
                guard busy.status != 0 else { return false }
                #expect(busy.status == 75 && busy.errors.contains("RATE_LIMIT_EXCEEDED"), "\(busy.errors)")
                return true
            }
            let path = host.folder.path("home/.appstoreconnect/private_keys/AuthKey_\(host.key.id).p8")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try await transport.run("token").errors.contains("chmod 600"))
        }
    }
}
