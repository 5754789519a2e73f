// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Clients that send all of a request before they read, and are answered before.
@Suite("Early answers", .timeLimit(.minutes(2))) struct EarlyAnswerTests {
    /// Python's own client, which asks for the connection to be closed.
    private static let client = """
        import http.client, ssl, sys
        port, authorities, path, connection = int(sys.argv[1]), *sys.argv[2:5]
        client = http.client.HTTPSConnection("localhost", port, context=ssl.create_default_context(cafile=authorities))
        client.request("POST", path, body=bytes(12_000_000),
            headers={"Content-Type": "application/json", "Connection": connection})
        answer = client.getresponse()
        print(answer.status, answer.read().decode()[:200])
        """

    @Test(
        "A body that nobody wants is taken to its end, so that the answer is heard", arguments: ["close", "keep-alive"])
    func refused(_ connection: String) async throws {
        try await ServingHost.with { host in
            let port = try #require(URL(string: host.url)?.port)
            for (path, status) in [("/v1/backgroundAssets", "401"), ("/console/sign-in", "4"), ("/nothing", "4")] {
                let run = try await ProgramRun.run(
                    "/usr/bin/python3", ["-c", Self.client, "\(port)", try host.authorities, path, connection])
                #expect(run.status == 0 && run.output.hasPrefix(status), "\(path): \(run)")
            }
        }
    }
}
