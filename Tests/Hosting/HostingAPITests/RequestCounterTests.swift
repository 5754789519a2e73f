// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@testable import HostingAPI

@Suite("Requests of an hour", .timeLimit(.minutes(2))) struct RequestCounterTests {
    private static let start: Int64 = 1_800_000_000_000

    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: Self.start + Int64(seconds * 1_000))
    }

    @Test func anHourRolls() {
        let counter = RequestCounter(limit: 3)
        #expect(counter.take("a", at: time(0)) == RequestBudget(limit: 3, remaining: 2, retryAfter: nil))
        #expect(counter.take("a", at: time(1_800)).remaining == 1)
        #expect(counter.take("a", at: time(1_801)).remaining == 0)
        let spent = counter.take("a", at: time(1_830))
        #expect(spent == RequestBudget(limit: 3, remaining: 0, retryAfter: 1_770))
        // Another key has its own.
        #expect(counter.take("b", at: time(1_830)).retryAfter == nil)
        #expect(counter.take("a", at: time(1_830 + 1_769)).retryAfter == 1)
        // The first one is an hour ago, and no more than that.
        #expect(counter.take("a", at: time(3_600)).remaining == 0)
        #expect(counter.take("a", at: time(3_601)).retryAfter != nil)
        #expect(counter.take("a", at: time(30_000)).remaining == 2)
    }

    @Test func aClockThatIsPutBackCountsOn() {
        let counter = RequestCounter(limit: 2)
        #expect(counter.take("a", at: time(7_200)).remaining == 1)
        #expect(counter.take("a", at: time(0)).remaining == 0)
        #expect(counter.take("a", at: time(0)).retryAfter.map { $0 > 0 } == true)
        #expect(counter.take("a", at: time(7_200 + 3_600)).remaining == 1)
    }

    @Test("Every answer tells what is left, and one too many when to come again") func overTheWire() async throws {
        try await HostServer.with(requestLimit: 3) { server in
            let client = try await server.client()
            #expect(try await client.get("/v1/apps").fields["x-rate-limit"] == "user-hour-lim:3;user-hour-rem:2;")
            // So does one that is refused.
            let refused = try await client.get("/v1/apps/x")
            #expect(refused.status == 404 && refused.fields["x-rate-limit"] == "user-hour-lim:3;user-hour-rem:1;")
            #expect(try await client.get("/v1/apps").status == 200)
            let spent = try await client.get("/v1/apps")
            #expect(spent.status == 429 && spent.string("errors/0/code") == "RATE_LIMIT_EXCEEDED", "\(spent.text)")
            #expect(spent.fields["x-rate-limit"] == "user-hour-lim:3;user-hour-rem:0;")
            let seconds = try #require(spent.fields["retry-after"].flatMap(Double.init))
            #expect(try await server.client().get("/v1/apps").status == 200)
            server.clock.advance(seconds: seconds)
            #expect(try await client.get("/v1/apps").status == 200)
            // Whoever is not known has nothing to spend.
            let nobody = try await client.send("GET", "/v1/apps", authorization: "Bearer nonsense")
            #expect(nobody.status == 401 && nobody.fields["x-rate-limit"] == nil)
        }
    }
}
