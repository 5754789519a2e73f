// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// Uploads by `ba-transport` that break off.
@Suite("ba-transport upload, broken off", .serialized, .timeLimit(.minutes(3))) struct TransportResumeTests {
    private static let partSize = 16 << 20

    /// A host whose parts are sent through a relay.
    private func withHost(_ body: (Transport, ByteRelay) async throws -> Void) async throws {
        try await ByteRelay.with { relay in
            try await ServingHost.with(arguments: ["--public-url", "https://localhost:\(relay.port)"]) { host in
                relay.lead(to: try #require(URLComponents(string: host.url)?.port))
                _ = try await host.app()
                try await body(try Transport(host), relay)
            }
        }
    }

    private func start(_ transport: Transport, _ arguments: [String]) throws -> TestProcess {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba-transport")
        process.arguments = ["upload", "--app", "com.example.game"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(transport.environment) { $1 }
        let log = try transport.host.folder.write("", to: "transport.log")
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    @Test(
        "C11: an upload that broke off is gone on with by the same command, and what has arrived is not sent again",
        arguments: [(SIGKILL, true), (SIGKILL, false), (SIGINT, true)])
    func goingOn(signal: Int32, remembers: Bool) async throws {
        try await withHost { transport, relay in
            let archive = try await transport.archive("Large", size: 2 * Self.partSize + 100_000)
            let size = try #require(try FileManager.default.attributesOfItem(atPath: archive)[.size] as? Int)
            relay.hold(after: Self.partSize + (4 << 20))
            let process = try start(transport, [archive, "--parallel", "1"])
            try await eventually { relay.isHolding }
            process.send(signal)
            process.waitUntilExit()
            // The host hears of it, as without a relay: it would wait for what comes no more.
            relay.cut()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
            let log = try String(contentsOfFile: transport.host.folder.path("transport.log"), encoding: .utf8)
            #expect(log.contains("the same command goes on with the upload") == (signal == SIGINT), "\(log)")
            relay.hold(after: nil)
            let before = relay.carried
            var second = transport
            if !remembers { second.environment["XDG_STATE_HOME"] = transport.host.folder.path("nothing") }
            let upload = try await second.upload(archive, "--wait")
            #expect(upload.status == 0, "\(upload.errors)")
            #expect(upload.uploads[0].version == 1 && upload.uploads[0].state == "COMPLETE")
            #expect(upload.uploads[0].bytesResumed == Self.partSize)
            #expect(upload.uploads[0].bytesSent == size - Self.partSize)
            #expect(upload.errors.contains("going on with version 1, of which 1 of 3 parts are there"))
            // Some of it is the protocol's own.
            let carried = relay.carried - before
            #expect(carried >= size - Self.partSize && carried < size - Self.partSize + (1 << 20), "\(carried)")
        }
    }

    @Test("C11: another archive of the same name and size is no reason to go on") func anotherArchive() async throws {
        try await withHost { transport, relay in
            let first = try await transport.archive("Large", size: 2 * Self.partSize + 100_000)
            relay.hold(after: Self.partSize + (4 << 20))
            let process = try start(transport, [first, "--parallel", "1"])
            try await eventually { relay.isHolding }
            process.send(SIGKILL)
            process.waitUntilExit()
            // The host hears of it, as without a relay: it would wait for what comes no more.
            relay.cut()
            relay.hold(after: nil)
            let second = try await transport.archive("Large", size: 2 * Self.partSize + 100_000, seed: 2)
            let upload = try await transport.upload(second, "--wait")
            #expect(upload.status == 0, "\(upload.errors)")
            #expect(upload.uploads[0].version == 2 && upload.uploads[0].state == "COMPLETE")
            #expect(upload.uploads[0].bytesResumed == 0)
        }
    }

    @Test("C11: parts of several archives are under way at a time; the same archive is with one program only")
    func parallel() async throws {
        try await withHost { transport, relay in
            let large = try await transport.archive("Large", size: Self.partSize + 100_000)
            let small = try await transport.archive("Small", size: 100_000)
            relay.hold(after: 0)
            let process = try start(transport, [large, small, "--parallel", "3"])
            try await eventually { relay.connectionCount == 3 }
            let second = try await transport.upload(large)
            #expect(second.status == 75 && second.errors.contains("is being uploaded by another"), "\(second.errors)")
            process.send(SIGKILL)
            process.waitUntilExit()
            // The host hears of it, as without a relay: it would wait for what comes no more.
            relay.cut()
            relay.hold(after: nil)
            let upload = try await transport.upload(large, small, "--wait")
            #expect(upload.status == 0, "\(upload.errors)")
            #expect(upload.uploads.allSatisfy { $0.version == 1 && $0.state == "COMPLETE" })
        }
    }
}
