// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import Testing

/// Web hooks as a team has them: the program, and a receiver over TLS.
@Suite("Web hooks of ba-host", .serialized, .timeLimit(.minutes(2))) struct WebhookServiceTests {
    @Test("C16: who has asked for it is told of a ping, and of a pack that has been processed") func told() async throws
    {
        try await FaultServer.with { receiver in
            receiver.serve("/hook", [])
            try await TemporaryFolder.with { folder in
                let authority = try folder.write(receiver.authorityPEM, to: "authority.pem")
                try await ServingHost.with(arguments: [
                    "--trust", authority, "--webhook-network", "127.0.0.0/8", "--webhook-network", "::1",
                ]) { host in
                    let appID = try await host.app()
                    let id = try await host.webhook(url: receiver.url("/hook"), of: appID)
                    let ping = try await host.send(
                        "POST", "/v1/webhookPings",
                        json: ServingHost.document(
                            "webhookPings",
                            #""relationships":{"webhook":{"data":{"type":"webhooks","id":"\#(id)"}}}"#))
                    #expect(ping.status == 201, "\(ping.text)")
                    await receiver.wait { $0.requests.count == 1 }
                    let versionID = try await host.upload("Tutorial", of: appID).versionID
                    await receiver.wait { $0.requests.count == 2 }
                    let request = try #require(receiver.requests.last)
                    #expect(request["x-apple-signature"] == WebhookSignature.value(of: request.body, secret: "s3cret"))
                    let text = String(decoding: request.body, as: UTF8.self)
                    #expect(text.contains(#""type":"backgroundAssetVersionInternalBetaReleaseCreated""#), "\(text)")
                    let processed = try await host.processed(versionID)
                    let release = try #require(processed.string("data/relationships/internalBetaRelease/data/id"))
                    #expect(
                        text.contains(
                            "\(host.url)/v1/backgroundAssetVersionInternalBetaReleases/\(release)"), "\(text)")
                    try await eventually {
                        try await host.send("GET", "/v1/webhooks/\(id)/deliveries?filter[deliveryState]=SUCCEEDED")
                            .text.components(separatedBy: "SUCCEEDED").count >= 3
                    }
                }
            }
        }
    }

    @Test("A file without certificates to trust is told") func badTrust() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("nothing", to: "authority.pem")
            let run = try await ProgramRun.run(
                "ba-host", ["serve", "--data", folder.path("host"), "--port", "0", "--trust", path])
            #expect(run.status == 65 && run.errors.contains("authority.pem"), "\(run.errors)")
        }
    }
}
