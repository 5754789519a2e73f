// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A host whose database goes, and comes back.
@Suite("A host without its database", .serialized, .timeLimit(.minutes(4))) struct DatabaseOutageTests {
    private typealias Fate = PostgreSQLCluster.Fate

    private static let manifest = "/apps/com.example.game/internal/manifest?platform=linux"

    @Test(
        "Requests are refused soon, devices get what was published, and all goes on by itself",
        arguments: [(Fate.stop, Fate.start), (Fate.freeze, Fate.thaw)])
    func outage(_ end: PostgreSQLCluster.Fate, _ begin: PostgreSQLCluster.Fate) async throws {
        let cluster = PostgreSQLCluster()
        let storage = HostStorage(database: try await cluster.newDatabase())
        try await ServingHost.with(storage: storage) { host in
            let (packID, versionID) = try await host.upload("Tutorial", of: try await host.app())
            #expect(try await host.processed(versionID).string("data/attributes/state") == "COMPLETE")
            let published = try await host.fetch(host.url + Self.manifest)
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            // One whose bytes have arrived.
            let file = try await host.reserve("Tutorial", of: packID, text: "two")
            #expect(try await host.put("pack/pack.aar", to: file.address).status == 200)
            try await cluster.meet(end)
            try await eventually { try await host.head(of: "/readyz").contains(" 503") }
            // More at a time than there are connections to the database.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<24 {
                    group.addTask {
                        return try await host.send("GET", "/v1/apps").status
                    }
                }
                for try await status in group { #expect(status == 503) }
            }
            #expect(try await host.head(of: "/healthz").contains(" 200"))
            #expect(try await host.fetch(host.url + Self.manifest) == published)
            let refused = try await host.head(of: "/apps/com.example.other/internal/manifest")
            #expect(refused.contains(" 503") && refused.contains("retry-after: "), "\(refused)")
            #expect(try await host.commit(file.fileID).status == 503)
            let page = try await ada.get("/console/apps")
            #expect(page.status == 503 && page.fields.lowercased().contains("retry-after: "), "\(page.fields)")
            try await cluster.meet(begin)
            try await eventually { try await host.head(of: "/readyz").contains(" 200") }
            // No connection that was lost costs a request.
            for _ in 0..<12 { #expect(try await host.send("GET", "/v1/apps").status == 200) }
            #expect(try await host.commit(file.fileID).status == 200)
            #expect(try await host.processed(file.versionID).string("data/attributes/state") == "COMPLETE")
            let versions = try await host.send("GET", "/v1/backgroundAssets/\(packID)/versions")
            #expect((versions["data"] as? [Any])?.count == 2, "\(versions.text)")
            let log = try host.log.split(separator: "\n")
            #expect(log.count { $0.contains("requests are refused until the database answers") } == 1, "\(log)")
            #expect(log.count { $0.contains("the database answers again") } == 1, "\(log)")
            // One of the fourteen that work on jobs says it, for all of them.
            #expect(log.count { $0.contains("what there is to do is not known") } <= 2, "\(log)")
            #expect(log.count { $0.contains(" error ") || $0.contains(" warning ") } < 12, "\(log)")
        }
    }

    @Test("Each time that signals are not heard is told, and each that they are again") func signals() async throws {
        let cluster = PostgreSQLCluster()
        let storage = HostStorage(database: try await cluster.newDatabase())
        try await ServingHost.with(storage: storage) { host in
            for round in 1...2 {
                for (fate, words) in [(Fate.stop, "are not heard"), (.start, "are heard again")] {
                    try await cluster.meet(fate)
                    try await eventually {
                        try host.log.split(separator: "\n").count { $0.contains("signals of other servers " + words) }
                            == round
                    }
                }
            }
        }
    }

    @Test("What is under way when the database goes, uploads, jobs and web hooks, is finished when it is back")
    func underWay() async throws {
        let cluster = PostgreSQLCluster()
        let storage = HostStorage(database: try await cluster.newDatabase())
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { receiver in
                receiver.serve("/hook", [], faults: [.stall(after: 0)])
                let authority = try folder.write(receiver.authorityPEM, to: "authority.pem")
                try await ByteRelay.with { relay in
                    try await ServingHost.with(
                        in: folder, storage: storage,
                        arguments: [
                            "--public-url", "https://localhost:\(relay.port)", "--trust", authority,
                            "--webhook-network", "127.0.0.0/8", "--webhook-network", "::1",
                        ]
                    ) { host in
                        relay.lead(to: try #require(URLComponents(string: host.url)?.port))
                        try await interrupt(host, cluster, receiver, relay)
                    }
                }
            }
        }
    }

    private func interrupt(
        _ host: ServingHost, _ cluster: PostgreSQLCluster, _ receiver: FaultServer, _ relay: ByteRelay
    ) async throws {
        let appID = try await host.app()
        let hookID = try await host.webhook(url: receiver.url("/hook"), of: appID)
        // A delivery whose answer does not come, a file of which half is here, and versions that are just to be processed.
        _ = try await host.upload("Told", of: appID)
        await receiver.wait { $0.stalledCount == 1 }
        let transport = try Transport(host)
        let size = 16 << 20
        let archive = try await transport.archive("Large", size: 2 * size)
        relay.hold(after: size + size / 2)
        async let upload = transport.upload(archive, "--parallel", "1", "--wait")
        try await eventually { relay.isHolding }
        relay.hold(after: nil)
        let waiting = try await [host.upload("Second", of: appID), host.upload("Third", of: appID)]
        try await cluster.meet(.stop)
        receiver.release()
        try await eventually { try await host.head(of: "/readyz").contains(" 503") }
        try await cluster.meet(.start)
        // What hangs in the relay is sent on a connection of its own.
        relay.cut()
        let (status, uploads, errors) = try await upload
        #expect(status == 0, "\(errors)")
        #expect(uploads.map(\.state) == ["COMPLETE"] && uploads.map(\.version) == [1])
        for version in waiting {
            #expect(try await host.processed(version.versionID).string("data/attributes/state") == "COMPLETE")
        }
        // What may have come is sent again.
        try await eventually { receiver.eventIDs.count == 4 }
        try await eventually {
            let deliveries = try await host.send("GET", "/v1/webhooks/\(hookID)/deliveries")
            let states = (deliveries["data"] as? [[String: Any]])?.compactMap {
                ($0["attributes"] as? [String: Any])?["deliveryState"] as? String
            }
            return states?.count == 4 && states?.allSatisfy { $0 == "SUCCEEDED" } == true
        }
        #expect(receiver.eventIDs.count == 4)
    }
}
