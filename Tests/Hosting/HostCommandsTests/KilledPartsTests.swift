// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// Two servers and two workers of one host, over PostgreSQL and an S3 store, which are killed at random.
@Suite("A host whose parts are killed", .serialized, .timeLimit(.minutes(15))) struct KilledPartsTests {
    private static let packs = ["Tutorial", "Forest", "Castle"]

    @Test(
        "From upload to release nothing is lost, and nothing is done twice",
        arguments: TestDepth.isLong ? Array(1...6) : [1] as [UInt64])
    func release(seed: UInt64) async throws {
        let (storage, mailHost) = (try await HostStorage.shared(), try await MailHost.shared.place())
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { receiver in
                receiver.serve("/hook", [])
                try await run(folder, storage, mailHost, receiver, seed)
            }
        }
    }

    private func run(
        _ folder: TemporaryFolder, _ storage: HostStorage, _ mailHost: MailHost.Place, _ receiver: FaultServer,
        _ seed: UInt64
    ) async throws {
        let key = try await ServingHost.makeKey(folder, storage)
        let ports = [try FreePort.find(), try FreePort.find()]
        let environment = storage.environment(home: folder)
        let authority = try folder.write(receiver.authorityPEM, to: "authority.pem")
        let base =
            [
                "--data", folder.path("host"), "--trust", authority, "--trust", mailHost.authorityPath,
                "--webhook-network", "127.0.0.0/8", "--webhook-network", "::1",
            ] + storage.arguments
        let servers = try ports.enumerated().map { index, port in
            try HostPart(
                ["serve", "--port", "\(port)", "--no-worker"] + base, environment: environment,
                log: folder.path("server\(index)"))
        }
        let workers = try (0..<2).map {
            try HostPart(["worker"] + base, environment: environment, log: folder.path("worker\($0)"))
        }
        let hosts = ports.map {
            ServingHost(folder: folder, storage: storage, url: "https://localhost:\($0)", key: key)
        }
        let client = PatientClient(hosts)
        let member = "m-\(UUID().uuidString.lowercased())@example.com"
        try folder.write("secret\n", to: "password")
        #expect(
            try await hosts[0].ba(
                "mail", "set", "smtp://packs@localhost:\(mailHost.port)", "--from", "packs@example.com",
                "--password-file", folder.path("password")
            ).status == 0)
        #expect(try await hosts[0].ba("member", "add", member, "--role", "DEVELOPER").status == 0)
        // One makes the certificate that both have.
        try await servers[0].start()
        _ = try await client.send("GET", "/v1/apps")
        try await servers[1].start()
        for worker in workers { try await worker.start() }
        let killer = Task { try await Self.kill(servers + workers, seed: seed) }
        let versions: [String]
        do {
            versions = try await play(client, hosts[0], receiver)
            try await told(of: versions.count, member, mailHost, receiver)
        } catch {
            killer.cancel()
            _ = await killer.result
            for part in servers + workers { await part.end() }
            throw error
        }
        killer.cancel()
        #expect(try await killer.value > 3)
        let verified = try await hosts[0].ba("verify", "--json")
        #expect(verified.status == 0, "\(verified.errors)")
        for part in servers + workers { #expect(await part.end(SIGTERM) == 0) }
    }

    /// Web hooks and mails come at least once, and again under the same name when it is not known whether they had come.
    private func told(
        of count: Int, _ member: String, _ mailHost: MailHost.Place, _ receiver: FaultServer
    ) async throws {
        try await eventually { receiver.eventIDs.count >= count }
        #expect(receiver.eventIDs.count == count)
        func mails() throws -> [String: Set<String>] {
            try mailHost.mails().filter { $0.contains("Envelope-to: \(member)\n") }.reduce(into: [:]) { found, mail in
                let lines = mail.split(separator: "\n").map(String.init)
                guard let subject = lines.first(where: { $0.hasPrefix("Subject: ") }),
                    subject.contains("is ready for internal testing"),
                    let name = lines.first(where: { $0.hasPrefix("Message-ID: ") })
                else { return }
                found[subject, default: []].insert(name)
            }
        }
        try await eventually { try mails().count >= count }
        #expect(try mails().allSatisfy { $0.value.count == 1 } && mails().count == count)
    }

    /// Two versions of three packs, the second of each for the testers outside.
    /// - Returns: the identifiers of all versions.
    private func play(
        _ client: PatientClient, _ host: ServingHost, _ receiver: FaultServer
    ) async throws -> [String] {
        let appID = try await host.app()
        var all: [String] = []
        _ = try await client.make(
            "webhooks",
            ServingHost.webhookMembers(url: receiver.url("/hook"), appID: appID),
            list: "/v1/apps/\(appID)/webhooks")
        for name in Self.packs {
            let pack = try await client.make(
                "backgroundAssets",
                #""attributes":{"assetPackIdentifier":"\#(name)"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#,
                list: "/v1/apps/\(appID)/backgroundAssets?filter[assetPackIdentifier]=\(name)")
            let packID = try #require(pack.string("data/id"))
            for number in 1...2 {
                let versionID = try await upload("\(number)", name, packID, client, host)
                let state = try await eventualValue {
                    let seen = try await client.send("GET", "/v1/backgroundAssetVersions/\(versionID)").answer
                    let state = seen.string("data/attributes/state")
                    return state == "PROCESSING" ? nil : state
                }
                #expect(state == "COMPLETE")
                all.append(versionID)
                guard number == 2 else { continue }
                let submission = try await client.make(
                    "betaBackgroundAssetReviewSubmissions",
                    #""relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#,
                    list: "/v1/betaBackgroundAssetReviewSubmissions?filter[backgroundAssetVersion]=\(versionID)")
                let id = try #require(submission.string("data/id"))
                #expect(try await host.ba("review", "approve", id).status == 0)
                try await distribute(versionID, appID, client, host)
            }
            let versions = try await client.send("GET", "/v1/backgroundAssets/\(packID)/versions").answer
            #expect((versions["data"] as? [Any])?.count == 2, "\(versions.text)")
        }
        let lists = try await host.ba("release", "list", HostedDevice.bundleID, "--json")
        let contexts = try #require(
            try JSONSerialization.jsonObject(with: Data(lists.output.utf8)) as? [[String: Any]])
        for context in contexts {
            let version = context["version"] as? Int
            #expect(version == 2, "\(context)")
        }
        return all
    }

    /// For everybody.
    private func distribute(
        _ versionID: String, _ appID: String, _ client: PatientClient, _ host: ServingHost
    ) async throws {
        let submission = try await client.make(
            "reviewSubmissions",
            #""attributes":{"platform":"IOS"},"relationships":{"app":{"data":{"type":"apps","id":"\#(appID)"}}}"#,
            list: "/v1/reviewSubmissions?filter[app]=\(appID)&filter[state]=READY_FOR_REVIEW")
        let id = try #require(submission.string("data/id"))
        let (item, wasAdded) = try await client.send(
            "POST", "/v1/reviewSubmissionItems",
            json: ServingHost.document(
                "reviewSubmissionItems",
                #""relationships":{"reviewSubmission":{"data":{"type":"reviewSubmissions","id":"\#(id)"}},"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#
            ))
        #expect(item.status == 201 || wasAdded && item.status == 409, "\(item.text)")
        let (submitted, wasSubmitted) = try await client.send(
            "PATCH", "/v1/reviewSubmissions/\(id)",
            json: ServingHost.document("reviewSubmissions", #""id":"\#(id)","attributes":{"submitted":true}"#))
        #expect(submitted.status == 200 || wasSubmitted && submitted.status == 409, "\(submitted.text)")
        #expect(try await host.ba("review", "approve", id).status == 0)
    }

    /// - Returns: the identifier of the version.
    private func upload(
        _ text: String, _ name: String, _ packID: String, _ client: PatientClient, _ host: ServingHost
    ) async throws -> String {
        let version = try await client.make(
            "backgroundAssetVersions",
            #""relationships":{"backgroundAsset":{"data":{"type":"backgroundAssets","id":"\#(packID)"}}}"#,
            list: "/v1/backgroundAssets/\(packID)/versions?filter[state]=AWAITING_UPLOAD")
        let versionID = try #require(version.string("data/id"))
        let size = try await host.makePack(name, text)
        let file = try await client.make(
            "backgroundAssetUploadFiles",
            #""attributes":{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)},"relationships":{"backgroundAssetVersion":{"data":{"type":"backgroundAssetVersions","id":"\#(versionID)"}}}"#,
            list: "/v1/backgroundAssetVersions/\(versionID)/backgroundAssetUploadFiles")
        let fileID = try #require(file.string("data/id"))
        let address = try #require(file.string("data/attributes/uploadOperations/0/url"))
        #expect(try await client.put("pack/pack.aar", to: address) == 200)
        let (committed, wasTried) = try await client.send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(fileID)",
            json: ServingHost.document(
                "backgroundAssetUploadFiles", #""id":"\#(fileID)","attributes":{"uploaded":true}"#))
        #expect(committed.status == 200 || wasTried && committed.status == 409, "\(committed.text)")
        return versionID
    }

    /// Kills one after the other, at moments that nobody knows, and starts each anew.
    ///
    /// - Returns: how many it were.
    private static func kill(_ parts: [HostPart], seed: UInt64) async throws -> Int {
        var (generator, count) = (SeededGenerator(seed: seed), 0)
        while true {
            do { try await Task.sleep(for: .milliseconds(Int.random(in: 50...1_000, using: &generator))) } catch {
                return count
            }
            let part = parts[Int.random(in: parts.indices, using: &generator)]
            await part.end()
            try await part.start()
            count += 1
        }
    }
}
