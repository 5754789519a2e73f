// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Synchronization
import SystemSupport
import Testing

@testable import TransferEngine

/// Files from a real HTTPS server, that does what it should not.
@Suite("The transfer of one file", .timeLimit(.minutes(5))) struct FileTransferTests {
    private static let bytes: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) }

    private struct Rig {
        let folder: TemporaryFolder
        let server: FaultServer
        var staging: String { folder.path("spool/one") }

        /// A run as after a restart of the service: nothing is left of the one before but what is on disk.
        @discardableResult
        func run(
            _ request: TransferRequest? = nil, exactSize: Int64? = nil, largestSize: Int64? = nil,
            path: String = "/file", staging: String? = nil,
            stallTimeout: Int64 = 30, progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in }
        ) async throws -> [UInt8] {
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [server.authorityPEM], stallTimeout: stallTimeout,
                logger: Logger(label: "test"))
            let request = try request ?? TransferRequest(HTTPAddress(server.url(path)))
            let result: Result<FetchedFile, TransferError>
            do throws(TransferError) {
                result = .success(
                    try await FileTransfer(transport: transport).run(
                        FileTransfer.Request(
                            request, stagingPath: staging ?? self.staging, exactSize: exactSize,
                            largestSize: largestSize),
                        progress: progress))
            } catch { result = .failure(error) }
            await transport.shutdown()
            let file = try result.get()
            let read = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
            #expect(Int64(read.count) == file.size)
            return read
        }

        var ranges: [String?] { server.requests.map(\.range) }
    }

    private func with(
        faults: [Fault] = [], finally: Fault = .none, _ body: @Sendable (Rig) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { server in
                server.serve("/file", Self.bytes, faults: faults, finally: finally)
                try await body(Rig(folder: folder, server: server))
            }
        }
    }

    @Test("A file arrives, with its progress") func aFileArrives() async throws {
        try await with { rig in
            let seen = Mutex<[(Int64, Int64?)]>([])
            let read = try await rig.run(exactSize: Int64(Self.bytes.count)) { count, total in
                seen.withLock { $0.append((count, total)) }
            }
            #expect(read == Self.bytes)
            let counts = seen.withLock { $0.map(\.0) }
            #expect(counts == counts.sorted())
            #expect(counts.last == Int64(Self.bytes.count))
            #expect(seen.withLock { $0.allSatisfy { $0.1 == Int64(Self.bytes.count) } })
        }
    }

    @Test("An empty file is a file") func anEmptyFile() async throws {
        try await with { rig in
            rig.server.serve("/empty", [])
            let read = try await rig.run(path: "/empty")
            #expect(read == [])
        }
    }

    @Test("A file of unknown size arrives") func unknownSize() async throws {
        try await with(finally: .chunked) { rig in
            let read = try await rig.run()
            #expect(read == Self.bytes)
        }
    }

    @Test("The next try goes on where the last one broke off", arguments: [false, true])
    func goingOn(_ abruptly: Bool) async throws {
        try await with(faults: [.cut(after: 1_000_000, abruptly: abruptly)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            let partial = try #require(FileStatus(path: rig.staging + "/data")).size
            #expect(partial > 0)
            let first = Mutex<Int64?>(nil)
            let read = try await rig.run { count, _ in first.withLock { if $0 == nil { $0 = count } } }
            #expect(read == Self.bytes)
            #expect(rig.ranges == [nil, "bytes=\(partial)-"])
            #expect(rig.server.requests.last?.ifRange == rig.server.entityTag("/file"))
            #expect(first.withLock { $0 } == partial)
        }
    }

    @Test("What has come whole is not asked for again") func complete() async throws {
        try await with { rig in
            try await rig.run()
            let read = try await rig.run()
            #expect(read == Self.bytes)
            #expect(rig.ranges.count == 1)
        }
    }

    @Test("A file that was replaced meanwhile comes from its beginning") func replaced() async throws {
        try await with(faults: [.cut(after: 1_000_000)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            let other = [UInt8](repeating: 7, count: 2_000_000)
            rig.server.serve("/file", other)
            let read = try await rig.run()
            #expect(read == other)
        }
    }

    @Test("A server that takes no notice of If-Range is found out") func ignoredConditions() async throws {
        try await with(faults: [.cut(after: 1_000_000)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            rig.server.serve("/file", [UInt8](repeating: 7, count: 2_000_000), finally: .ignoringConditions)
            let error = await #expect(throws: TransferError.self) { try await rig.run() }
            guard case .replaced? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.remedy == .startOver)
            try FileTransfer.discard(stagingPath: rig.staging)
            let read = try await rig.run()
            #expect(read == [UInt8](repeating: 7, count: 2_000_000))
        }
    }

    @Test("Without ranges, or a strong entity tag, it begins anew", arguments: ["ranges", "tag", "weak tag"])
    func beginningAnew(_ lack: String) async throws {
        let fault: Fault =
            switch lack {
            case "ranges": .ignoringRange
            case "tag": .noEntityTag
            default: .entityTag("W/\"1\"")
            }
        try await with(faults: [fault.and(.cut(after: 1_000_000))], finally: fault) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            let read = try await rig.run()
            #expect(read == Self.bytes)
            #expect(rig.ranges.count == 2)
            #expect((rig.ranges[1] != nil) == (lack == "ranges"))
        }
    }

    @Test("What is kept for one request is of no use to another") func anotherRequest() async throws {
        try await with(faults: [.cut(after: 1_000_000)]) { rig in
            await #expect(throws: TransferError.self) { try await rig.run() }
            rig.server.serve("/other", [1, 2, 3], entityTag: rig.server.entityTag("/file"))
            let read = try await rig.run(path: "/other")
            #expect(read == [1, 2, 3])
            #expect(rig.ranges == [nil, nil])
        }
    }

    @Test("An exact size is held to", arguments: [-1, 1], ["length", "none"])
    func exactSize(_ difference: Int64, _ length: String) async throws {
        try await with(finally: length == "length" ? .none : .chunked) { rig in
            let declared = Int64(Self.bytes.count) + difference
            let error = await #expect(throws: TransferError.self) { try await rig.run(exactSize: declared) }
            guard case .sizeDiffers(_, declared, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.remedy == .giveUp)
            #expect(error?.description.contains("\(declared)") == true)
        }
    }

    @Test("What is larger than it may be is not fetched, also where its end is not known", arguments: [true, false])
    func largestSize(isChunked: Bool) async throws {
        try await with(finally: isChunked ? .chunked : .none) { rig in
            let count = Int64(Self.bytes.count)
            let read = try await rig.run(largestSize: count, staging: rig.folder.path("spool/two"))
            #expect(read == Self.bytes)
            let error = await #expect(throws: TransferError.self) { try await rig.run(largestSize: count - 1) }
            guard case .tooLarge(_, count - 1)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.remedy == .startOver)
        }
    }

    @Test("Method, headers and body are the app's") func theAppsRequest() async throws {
        try await with { rig in
            let request = try TransferRequest(
                HTTPAddress(rig.server.url("/file?x=1")), method: "POST",
                headers: [
                    HTTPField(name: "Authorization", value: "Bearer secret"),
                    HTTPField(name: "User-Agent", value: "Game/1"),
                ], body: [1, 2, 3])
            let read = try await rig.run(request)
            #expect(read == Self.bytes)
            let sent = try #require(rig.server.requests.first)
            #expect(sent.method == "POST")
            #expect(sent.target == "/file?x=1")
            #expect(sent["Authorization"] == "Bearer secret")
            #expect(sent.headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value) == ["Game/1"])
            #expect(sent["Content-Length"] == "3")
            #expect(sent["Accept-Encoding"] == "identity")
            #expect(sent.body == [1, 2, 3])
        }
    }

    @Test("What has a body begins anew") func aBodyBeginsAnew() async throws {
        try await with(faults: [.cut(after: 1_000_000)]) { rig in
            let request = try TransferRequest(HTTPAddress(rig.server.url("/file")), method: "POST", body: [1])
            await #expect(throws: TransferError.self) { try await rig.run(request) }
            let read = try await rig.run(request)
            #expect(read == Self.bytes)
            #expect(rig.ranges == [nil, nil])
            #expect(rig.server.requests.map(\.body) == [[1], [1]])
        }
    }

    @Test("Secrets stay with their origin over redirects") func redirects() async throws {
        try await with { rig in
            rig.server.serve("/same", [], finally: .redirect(to: "/file", status: 307))
            rig.server.serve(
                "/cross", [], finally: .redirect(to: rig.server.url("/file", host: "localhost"), status: 302))
            let fields = [HTTPField(name: "Authorization", value: "Bearer secret")]
            for path in ["/same", "/cross"] {
                let request = try TransferRequest(HTTPAddress(rig.server.url(path)), method: "GET", headers: fields)
                let read = try await rig.run(request, staging: rig.folder.path("spool" + path))
                #expect(read == Self.bytes)
            }
            #expect(
                rig.server.requests.map { $0.path + " " + ($0["Authorization"] ?? "-") } == [
                    "/same Bearer secret", "/file Bearer secret", "/cross Bearer secret", "/file -",
                ])
        }
    }

    @Test("A status other than success is an error, with its remedy")
    func statuses() async throws {
        try await with(
            faults: [.status(404), .status(410), .status(503, headers: [("Retry-After", "7")]), .status(401)]
        ) { rig in
            let remedies: [TransferError.Remedy] = [.giveUp, .giveUp, .retry(after: 7), .giveUp]
            for remedy in remedies {
                let error = await #expect(throws: TransferError.self) { try await rig.run() }
                #expect(error?.remedy == remedy)
            }
            let read = try await rig.run()
            #expect(read == Self.bytes)
        }
    }

    @Test("What a transfer does not want any more does not go on coming") func brokenOff() async throws {
        try await TemporaryFolder.with { folder in
            try await HeedlessServer.with(in: folder) { server in
                let transport = try HTTPTransport(
                    group: .singleton, trustedPEM: [server.authorityPEM], logger: Logger(label: "test"))
                let request = FileTransfer.Request(
                    try TransferRequest(HTTPAddress(server.url)), stagingPath: folder.path("spool/one"))
                let (arrivals, continuation) = AsyncStream.makeStream(of: Int64.self)
                let task = Task {
                    defer { continuation.finish() }
                    return try await FileTransfer(transport: transport).run(request) { bytes, _ in
                        continuation.yield(bytes)
                    }
                }
                for await bytes in arrivals where bytes > 8 << 20 { break }
                task.cancel()
                await #expect(throws: TransferError.cancelled) { try await task.value }
                var arrived: Int64 = 0
                for await bytes in arrivals { arrived = bytes }
                let sent = try await server.sentByteCount()
                await transport.shutdown()
                // What is between the two ends; in the seconds that TLS waits for a farewell it is many times as much.
                #expect(Int64(sent) - arrived < 48 << 20)
            }
        }
    }

    @Test("A transfer of which all has come, and nothing is taken, is cancelled at once", arguments: [1000, 3_000_000])
    func cancellingWhatIsHeld(size: Int) async throws {
        final class HoldingSink: BodySink {
            let held: AsyncStream<Void>.Continuation
            /// Kept, as whoever may take more later does.
            let resumes = Mutex<[@Sendable () -> Void]>([])

            init(_ held: AsyncStream<Void>.Continuation) { self.held = held }

            func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) {}

            func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) {
                resumes.withLock { $0.append(resume) }
                held.yield()
            }
        }
        try await FaultServer.with { server in
            server.serve("/held", Array(Self.bytes.prefix(size)))
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [server.authorityPEM], logger: Logger(label: "test"))
            let (held, holding) = AsyncStream.makeStream(of: Void.self)
            let sink = HoldingSink(holding)
            let request = try TransferRequest(HTTPAddress(server.url("/held")))
            let task = Task { try await transport.stream(request, from: 0, etag: nil, size: nil, into: sink) }
            for await _ in held { break }
            task.cancel()
            await #expect(throws: TransferError.cancelled) { try await task.value }
            // It comes too late.
            for resume in sink.resumes.withLock({ $0 }) { resume() }
            await transport.shutdown()
        }
    }

    @Test("A cancelled transfer keeps what has come") func cancelling() async throws {
        try await with(faults: [.stall(after: 1_000_000)]) { rig in
            let task = Task { try await rig.run() }
            await rig.server.wait { $0.stalledCount == 1 }
            task.cancel()
            await #expect(throws: TransferError.cancelled) { _ = try await task.value }
            let read = try await rig.run()
            #expect(read == Self.bytes)
            #expect(rig.ranges.count == 2)
        }
    }

    @Test("A silent server is given up") func stalling() async throws {
        try await with(faults: [.stall(after: 1_000_000)]) { rig in
            let error = await #expect(throws: TransferError.self) { try await rig.run(stallTimeout: 1) }
            guard case .stalled? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("A disk without room is told with figures", .enabled(if: SmallDisk.isPossible, "mounting needs root"))
    func fullDisks() async throws {
        try await TemporaryFolder.with { folder in
            try await SmallDisk.with(.tmpfs, megabytes: 24, at: "disk", in: folder) { disk in
                try await FaultServer.with { server in
                    let rig = Rig(folder: folder, server: server)
                    let large = [UInt8](repeating: 1, count: 30 << 20)
                    server.serve("/known", [UInt8](repeating: 1, count: 12 << 20))
                    server.serve("/unknown", large, finally: .chunked)
                    server.serve("/large", large)
                    for (path, isHopeless) in [("/known", true), ("/unknown", false), ("/large", true)] {
                        let staging = disk.path + path
                        let error = await #expect(throws: TransferError.self) {
                            try await rig.run(path: path, staging: staging)
                        }
                        switch error {
                        case .outOfSpace?: #expect(!isHopeless)
                        case .diskTooSmall?: #expect(isHopeless)
                        default: Issue.record("\(path): \(String(describing: error))")
                        }
                        try FileTransfer.discard(stagingPath: staging)
                    }
                }
            }
        }
    }
}
