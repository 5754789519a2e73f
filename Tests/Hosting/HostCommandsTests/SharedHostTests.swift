// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// A host whose servers and workers keep nothing themselves.
@Suite("A host over PostgreSQL and an S3 store", .serialized, .timeLimit(.minutes(4))) struct SharedHostTests {
    @Test("Bytes go to the store, and any server or worker goes on with what another began") func sharing() async throws
    {
        let storage = try await HostStorage.shared()
        let endpoint = try await S3Gateway.shared.address().endpoint
        try await ServingHost.with(storage: storage, arguments: ["--no-worker"]) { first in
            let (packID, versionID) = try await first.upload("Tutorial", of: try await first.app())
            let files = try await first.send(
                "GET", "/v1/backgroundAssetVersions/\(versionID)?include=assetFile")
            #expect(files.string("data/attributes/state") == "PROCESSING", "\(files.text)")
            // One that is killed when it may have begun, or not.
            let killed = try HostWorker.start(first)
            _ = await killed.end(SIGKILL)
            try await HostWorker.with(first) {
                let processed = try await first.processed(versionID)
                #expect(processed.string("data/attributes/state") == "COMPLETE", "\(processed.text)")
            }
            try await ServingHost.with(storage: storage) { second in
                let seen = try await second.send("GET", "/v1/backgroundAssetVersions/\(versionID)")
                #expect(seen.string("data/attributes/state") == "COMPLETE", "\(seen.text)")
                let next = try await second.uploadNext("Tutorial", of: packID, text: "two") { address in
                    #expect(address.hasPrefix(endpoint + "/"), "\(address)")
                }
                #expect(try await second.processed(next).string("data/attributes/state") == "COMPLETE")
                let archive = try Data(contentsOf: URL(fileURLWithPath: second.folder.path("pack/pack.aar")))
                // The first one has no worker, and gives what the other has processed.
                let address = "\(first.url)/apps/com.example.game/internal/assets/Tutorial?version=2"
                #expect(try await first.fetch(address) == archive)
            }
            let verified = try await first.ba("verify")
            #expect(verified.status == 0, "\(verified.errors)")
            #expect(verified.output.contains("all are as they were recorded"), "\(verified.output)")
        }
    }

    @Test("A part of a wrong size, which only the store has seen, is told with its size, and sent again")
    func wrongParts() async throws {
        try await ServingHost.with(storage: try await HostStorage.shared()) { host in
            let packID = try await host.upload("Tutorial", of: try await host.app()).packID
            let reserved = try await host.reserve("Tutorial", of: packID, text: "two")
            try host.folder.write("short", to: "short")
            #expect(try await host.put("short", to: reserved.address).status == 200)
            let refused = try await host.commit(reserved.fileID)
            #expect(refused.status == 409, "\(refused.text)")
            #expect(
                refused.text.contains("Part 1 has 5 bytes in place of \(reserved.size): send it again"),
                "\(refused.text)")
            let file = try await host.send("GET", "/v1/backgroundAssetUploadFiles/\(reserved.fileID)")
            #expect(file["data/attributes/uploadOperations/0/entityTag"] as? String == nil, "\(file.text)")
            #expect(try await host.put("pack/pack.aar", to: reserved.address).status == 200)
            #expect(try await host.commit(reserved.fileID).status == 200)
            #expect(try await host.processed(reserved.versionID).string("data/attributes/state") == "COMPLETE")
        }
    }

    @Test("Of commits of one file at the same time one is done, and the others are told so", arguments: [false, true])
    func commits(isShared: Bool) async throws {
        let storage = isShared ? try await HostStorage.shared() : HostStorage()
        try await ServingHost.with(storage: storage) { host in
            let packID = try await host.upload("Tutorial", of: try await host.app()).packID
            for round in 2...7 {
                let reserved = try await host.reserve("Tutorial", of: packID, text: "text \(round)")
                #expect(try await host.put("pack/pack.aar", to: reserved.address).status == 200)
                let answers = try await withThrowingTaskGroup(of: ServingHost.Answer.self) { group in
                    for _ in 0..<12 { group.addTask { try await host.commit(reserved.fileID) } }
                    return try await group.reduce(into: [ServingHost.Answer]()) { $0.append($1) }
                }
                let log = try host.log
                #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.text))")
                #expect(answers.count { $0.status == 409 } == 11, "\(answers.map(\.text)) \(log)")
                let processed = try await host.processed(reserved.versionID)
                #expect(processed.string("data/attributes/state") == "COMPLETE", "\(processed.text)")
            }
            let versions = try await host.send("GET", "/v1/backgroundAssets/\(packID)/versions")
            #expect((versions["data"] as? [Any])?.count == 7, "\(versions.text)")
        }
    }

    @Test("C15: what one server has released, the next manifest of another shows, and so do commands beside them")
    func neverOld() async throws {
        let storage = try await HostStorage.shared()
        try await ServingHost.with(storage: storage) { first in
            let pack = try await first.upload("Tutorial", of: try await first.app(policy: "automatic"))
            _ = try await first.processed(pack.versionID)
            try await first.submitForBeta(pack.versionID)
            let second = try await first.uploadNext("Tutorial", of: pack.packID, text: "two")
            _ = try await first.processed(second)
            try await first.submitForBeta(second)
            try await ServingHost.with(storage: storage, arguments: ["--no-worker"]) { other in
                func version(_ host: ServingHost) async throws -> Int? {
                    let url = "\(host.url)/apps/com.example.game/external/manifest?platform=linux"
                    let manifest = try JSONSerialization.jsonObject(with: try await host.fetch(url)) as? [String: Any]
                    return (manifest?["assetPacks"] as? [[String: Any]])?.first?["version"] as? Int
                }
                for round in 0..<4 {
                    #expect(try await version(other) == 2)
                    let path = "/ba/v1/packContexts/\(pack.packID).external"
                    let document = { (value: String) in
                        ServingHost.document(
                            "packContexts", #""id":"\#(pack.packID).external","attributes":{"pinnedVersion":\#(value)}"#
                        )
                    }
                    let pinned = try await first.send("PATCH", path, json: document("1"))
                    #expect(pinned.status == 200, "\(pinned.text)")
                    #expect(try await version(other) == 1, "round \(round)")
                    let unpinned = try await first.ba(
                        "release", "unpin", "com.example.game", "Tutorial", "--context", "external")
                    #expect(unpinned.status == 0, "\(unpinned.errors)")
                    for host in [other, first] { #expect(try await version(host) == 2, "round \(round)") }
                }
            }
        }
    }

    @Test("What is said wrongly of a database, a store or an address is told") func wrong() async throws {
        try await TemporaryFolder.with { folder in
            func ba(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> ProgramRun {
                try await ProgramRun.run(
                    "ba-host", arguments,
                    environment: environment.merging(["HOME": folder.path, "PATH": "/usr/bin:/bin"]) { own, _ in own })
            }
            let data = folder.path("host")
            #expect(try await ba(["app", "create", "com.example.game", "--data", data]).status == 0)
            let credentials = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "a secret"]
            let wrongs: [([String], [String: String], Int32, String)] = [
                (["app", "list"], [:], 64, "--data"),
                (["app", "list", "--database", "postgres://a@/b"], [:], 64, "--objects"),
                (["app", "list", "--database", "mysql://a@b/c", "--data", data], [:], 64, "postgres://"),
                (["app", "list", "--database", "postgres://a@b/c?bogus=1", "--data", data], [:], 64, "bogus"),
                (["app", "list", "--objects", "s3://b", "--data", data], [:], 64, "AWS_ACCESS_KEY_ID"),
                (["app", "list", "--objects", "s3://", "--data", data], credentials, 64, "s3://BUCKET"),
                (["app", "list", "--objects", "s3://b/c", "--data", data], credentials, 64, "s3://BUCKET"),
                (["app", "list", "--objects", "s3://b?zone=1", "--data", data], credentials, 64, "zone"),
                (["app", "list", "--objects", "s3://b?endpoint=ftp://c", "--data", data], credentials, 64, "ftp://c"),
                (["worker", "--data", data], [:], 75, "ba-host serve"),
                (["worker", "--data", data, "--public-url", "http://a"], [:], 64, "https://HOST"),
                (["serve", "--data", data, "--public-url", "https://a/b"], [:], 64, "https://HOST"),
                (["app", "list", "--database", "postgres://a@127.0.0.1:1/b", "--data", data], [:], 69, "127.0.0.1"),
            ]
            for (arguments, environment, status, text) in wrongs {
                let run = try await ba(arguments, environment)
                #expect(run.status == status, "\(arguments): \(run.errors)")
                #expect(run.errors.contains(text), "\(arguments): \(run.errors)")
                #expect(!run.errors.contains("a secret"))
            }
            // The environment says the same as the options, which come first.
            #expect(try await ba(["app", "list"], ["BA_HOST_DATA": data]).status == 0)
            #expect(try await ba(["app", "list", "--data", data], ["BA_HOST_DATA": "/dev/null/a"]).status == 0)
        }
    }

    @Test("Of servers that start at a time, one makes the first key") func firstKey() async throws {
        let storage = try await HostStorage.shared()
        try await TemporaryFolder.with { folder in
            let errors = try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<3 {
                    group.addTask {
                        try await ServingHost.serveOnce("host\(index)", in: folder, storage: storage).errors
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(errors.count { $0.contains("BEGIN PRIVATE KEY") } == 1, "\(errors)")
        }
    }
}
