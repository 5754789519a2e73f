// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

/// Clients that hold connections, and give nothing for it.
@Suite("Slow clients of a host", .serialized, .timeLimit(.minutes(5))) struct SlowClientTests {
    /// Of each kind.
    private static let count = 300
    private static let idleCount = TestDepth.isLong ? 10_000 : 2_000

    private func port(_ host: ServingHost) throws -> Int {
        try #require(host.url.split(separator: ":").last.flatMap { Int($0) })
    }

    @Test(
        "Each is ended after a while, and others are answered meanwhile",
        arguments: ClientCrowd.Manner.allCases.filter { $0 != .idle })
    func slow(_ manner: ClientCrowd.Manner) async throws {
        try await ServingHost.with(arguments: ["--client-timeout", "6", "--no-worker"]) { host in
            let port = try port(host)
            let process = try ServerProcess(host)
            #expect(try await host.send("GET", "/v1/apps").status == 200)
            let before = try (process.descriptors, process.residentMiB)
            let crowd = try await ClientCrowd.open(Self.count, manner, port: port)
            let begin = ContinuousClock.now
            // The server ends handshakes, too, that take too long: on a busy machine those of clients that come when it is answering
            // the ones before.
            #expect(crowd.count > 0)
            var slowest: Duration = .zero
            for _ in 0..<3 {
                let asked = ContinuousClock.now
                // Whose handshake takes too long on a busy machine tries again.
                #expect(try await PatientClient([host]).send("GET", "/v1/apps").answer.status == 200)
                slowest = max(slowest, .now - asked)
            }
            let most = try process.residentMiB
            try await crowd.ended()
            let time = ContinuousClock.now - begin
            try await eventually { try process.descriptors <= before.0 + 2 }
            print("\(manner): \(Self.count), ended after \(time), others within \(slowest), MiB \(before.1) to \(most)")
            #expect(most - before.1 < 250, "\(manner)")
            #expect(try await host.send("GET", "/v1/apps").status == 200)
            let log = try host.log
            #expect(!log.contains(" error "), "\(log)")
        }
    }

    @Test("Thousands that do nothing cost little, and give back what they had") func idle() async throws {
        DescriptorLimit.raise()
        try await ServingHost.with(arguments: ["--client-timeout", "600", "--no-worker"]) { host in
            let process = try ServerProcess(host)
            #expect(try await host.send("GET", "/v1/apps").status == 200)
            let before = try (process.descriptors, process.residentMiB)
            let began = ContinuousClock.now
            let crowd = try await ClientCrowd.open(Self.idleCount, .idle, port: try port(host))
            let opened = ContinuousClock.now - began
            #expect(crowd.openCount == Self.idleCount)
            let asked = ContinuousClock.now
            #expect(try await host.send("GET", "/v1/apps").status == 200)
            let answered = ContinuousClock.now - asked
            let most = try process.residentMiB
            await crowd.close()
            try await eventually { try process.descriptors <= before.0 + 2 }
            // A second crowd takes what the first has given back.
            let second = try await ClientCrowd.open(Self.idleCount, .idle, port: try port(host))
            let again = try process.residentMiB
            await second.close()
            try await eventually { try process.descriptors <= before.0 + 2 }
            // What they had is the system's again, but for what lies between things that stay.
            try await eventually { try process.residentMiB < max(before.1 * 1.5, most * 0.7) }
            let last = try process.residentMiB
            print(
                """
                \(Self.idleCount) idle connections, opened in \(opened): \(before.1) MiB before, \(most) with them, \
                \(again) with as many again, \(last) after; another one answered in \(answered)
                """)
            #expect((most - before.1) * 1_024 / Double(Self.idleCount) < 100)
            #expect(again < most * 1.25 + 10)
        }
    }

    @Test("Without descriptors for more, others wait, and go on when there is room") func full() async throws {
        try await ServingHost.with(arguments: ["--client-timeout", "6", "--no-worker"], descriptors: 256) { host in
            let process = try ServerProcess(host)
            let crowd = try await ClientCrowd.open(400, .silent, port: try port(host))
            let used = try process.processorSeconds
            let asked = ContinuousClock.now
            // Among the last in the queue.
            #expect(try await host.send("GET", "/v1/apps").status == 200)
            print(
                "answered after \(ContinuousClock.now - asked), with \(try process.processorSeconds - used) s of processor"
            )
            #expect(try process.processorSeconds - used < 3)
            try await crowd.ended()
            #expect(try host.log.contains("as many as the limit of open files leaves room for"))
            #expect(try await host.send("GET", "/v1/apps").status == 200)
        }
    }
}
