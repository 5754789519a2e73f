// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import HostingStorage
import Testing

/// What a load balancer asks, which has no key.
@Suite("Health of a host", .timeLimit(.minutes(1))) struct HealthTests {
    private struct Answer: Equatable {
        let status: Int
        let text: String

        init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }
    }

    private func ask(_ path: String, _ method: String = "GET", of server: HostServer) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: server.base + path)))
        request.httpMethod = method
        let (data, response) = try await URLSession.shared.data(for: request)
        return Answer(
            try #require(response as? HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
    }

    @Test("A server is ready for as long as its database and its objects answer") func ready() async throws {
        try await HostServer.with { server in
            let good = Answer(200, #"{"status":"ok"}"#)
            let running = try await ask("/healthz", of: server)
            #expect(running == good)
            #expect(try await ask("/readyz", of: server) == good)
            #expect(try await ask("/readyz", "POST", of: server).status == 405)
            #expect(try await ask("/readyz/more", of: server).status == 401)
            await server.store.database.close()
            #expect(
                try await ask("/readyz", of: server)
                    == Answer(503, #"{"database":"unavailable","status":"unavailable"}"#))
            // It runs, and need not be started anew.
            #expect(try await ask("/healthz", of: server) == good)
        }
    }
}
