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

/// What apps ask of servers through their background sessions: real HTTPS servers, that do what they should not.
@Suite("Exchanges of sessions", .timeLimit(.minutes(2))) struct ExchangeTransferTests {
    private static let bytes: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 17 &+ $0 >> 9) }

    private final class Rig: Sendable {
        let folder: TemporaryFolder
        let server: FaultServer

        init(folder: TemporaryFolder, server: FaultServer) {
            self.folder = folder
            self.server = server
        }

        var staging: String { folder.path("spool/one") }
        let news = Mutex<[ExchangeTransfer.Progress]>([])

        /// A run as after a restart of the service: nothing is left of the one before but what is on disk.
        @discardableResult func run(_ request: TransferRequest) async throws -> (ExchangeAnswer, [UInt8]) {
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [server.authorityPEM], stallTimeout: 30, logger: Logger(label: "test"))
            let result: Result<ExchangeAnswer, TransferError>
            do throws(TransferError) {
                result = .success(
                    try await ExchangeTransfer(transport: transport).run(.init(request, stagingPath: staging)) { news in
                        self.news.withLock { $0.append(news) }
                    })
            } catch { result = .failure(error) }
            await transport.shutdown()
            let answer = try result.get()
            return (answer, [UInt8](try Data(contentsOf: URL(fileURLWithPath: answer.body.path))))
        }

        func request(_ path: String = "/file", method: String = "GET", body: [UInt8] = []) throws -> TransferRequest {
            try TransferRequest(HTTPAddress(server.url(path)), method: method, body: body, isForFile: false)
        }

        func failure(_ request: TransferRequest) async throws -> TransferError? {
            do { try await run(request) } catch let error as TransferError { return error }
            return nil
        }
    }

    private func with(
        faults: [Fault] = [], finally: Fault = .none, _ body: (Rig) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { server in
                server.serve("/file", Self.bytes, faults: faults, finally: finally)
                try await body(Rig(folder: folder, server: server))
            }
        }
    }

    @Test("An answer comes with its head, and is told of as it comes") func answers() async throws {
        try await with { rig in
            let (answer, bytes) = try await rig.run(try rig.request())
            #expect(bytes == Self.bytes)
            #expect(answer.head.status == 200)
            #expect(answer.head.version == "HTTP/1.1")
            #expect(answer.head.headers.contains { $0.name.lowercased() == "etag" })
            #expect(answer.url == rig.server.url("/file"))
            let news = rig.news.withLock { $0 }
            let heads = news.filter { if case .answered = $0 { true } else { false } }
            #expect(heads == [.answered(answer.head)])
            #expect(news.last == .received(Int64(Self.bytes.count), of: Int64(Self.bytes.count)))
        }
    }

    @Test("An answer of any status is one", arguments: [204, 400, 404, 500, 503]) func statuses(_ status: Int)
        async throws
    {
        let body = status == 204 ? "" : "no such weather"
        try await with(finally: .status(status, body: body)) { rig in
            let (answer, bytes) = try await rig.run(try rig.request())
            #expect(answer.head.status == status)
            #expect(String(decoding: bytes, as: UTF8.self) == body)
            #expect(rig.server.requests.count == 1)
        }
    }

    @Test("What tells how large something is, and brings nothing, is an empty answer") func notModified() async throws {
        let fault = Fault.raw("HTTP/1.1 304 Not Modified\r\nContent-Length: 3000000\r\nConnection: close\r\n\r\n")
        try await with(finally: fault) { rig in
            let (answer, bytes) = try await rig.run(try rig.request())
            #expect(answer.head.status == 304)
            #expect(bytes.isEmpty)
        }
    }

    @Test("What a server says of a file can be had without the file") func heads() async throws {
        try await with { rig in
            let (answer, bytes) = try await rig.run(try rig.request(method: "HEAD"))
            #expect(answer.head.status == 200)
            let length = answer.head.headers.first { $0.name.lowercased() == "content-length" }
            #expect(length?.value == "\(Self.bytes.count)")
            #expect(bytes.isEmpty)
            #expect(rig.server.requests.map(\.method) == ["HEAD"])
        }
    }

    @Test("What broke off is gone on with, and its answer is the first one") func resuming() async throws {
        try await with(faults: [.cut(after: 1_000_000)]) { rig in
            let error = try await rig.failure(try rig.request())
            #expect(error?.remedy.isRetry == true, "\(String(describing: error))")
            #expect(ExchangeTransfer.isResumable(stagingPath: rig.staging))
            let (answer, bytes) = try await rig.run(try rig.request())
            #expect(bytes == Self.bytes)
            #expect(answer.head.status == 200)
            #expect(rig.server.requests.map(\.range) == [nil, "bytes=1000000-"])
        }
    }

    @Test("What cannot be told from another file begins anew") func withoutTag() async throws {
        try await with(faults: [.noEntityTag.and(.cut(after: 1_000_000))]) { rig in
            _ = try await rig.failure(try rig.request())
            #expect(!ExchangeTransfer.isResumable(stagingPath: rig.staging))
            let (_, bytes) = try await rig.run(try rig.request())
            #expect(bytes == Self.bytes)
            #expect(rig.server.requests.map(\.range) == [nil, nil])
        }
    }

    @Test("What the server has no more begins anew") func replaced() async throws {
        try await with(faults: [.cut(after: 1_000_000), .status(416)]) { rig in
            _ = try await rig.failure(try rig.request())
            #expect(try await rig.failure(try rig.request())?.remedy == .startOver)
        }
    }

    @Test("An answer that has come is not asked for again", arguments: ["GET", "POST"]) func finished(_ method: String)
        async throws
    {
        try await with { rig in
            let first = try await rig.run(try rig.request(method: method))
            let second = try await rig.run(try rig.request(method: method))
            #expect(first.0 == second.0)
            #expect(rig.server.requests.count == 1)
            // Another question has another answer.
            _ = try await rig.run(try rig.request("/file?other", method: method))
            #expect(rig.server.requests.count == 2)
        }
    }

    @Test("Redirects are followed, and told of") func redirects() async throws {
        try await with { rig in
            rig.server.serve("/old", [], finally: .redirect(to: "/file"))
            let (answer, bytes) = try await rig.run(try rig.request("/old"))
            #expect(bytes == Self.bytes)
            #expect(answer.url == rig.server.url("/file"))
        }
    }

    @Test("A redirect that leads nowhere is an answer", arguments: [302, 308]) func redirectsNowhere(_ status: Int)
        async throws
    {
        try await with { rig in
            rig.server.serve("/parts", [], finally: .status(status, headers: [("Range", "bytes=0-99")], body: "on"))
            let (answer, bytes) = try await rig.run(try rig.request("/parts"))
            #expect(answer.head.status == status && String(decoding: bytes, as: UTF8.self) == "on")
            #expect(answer.head.headers.contains { $0.name == "Range" && $0.value == "bytes=0-99" })
        }
    }

    @Test("A file goes to the server, a second time where it has to") func uploading() async throws {
        try await with(faults: [.closing], finally: .status(201, body: "thanks")) { rig in
            let path = try rig.folder.write(String(decoding: Self.text, as: UTF8.self), to: "photo")
            var request = try rig.request(method: "POST")
            request.bodyFile = RequestBodyFile(path: path, size: Int64(Self.text.count))
            _ = try await rig.failure(request)
            let (answer, bytes) = try await rig.run(request)
            #expect(answer.head.status == 201)
            #expect(String(decoding: bytes, as: UTF8.self) == "thanks")
            #expect(rig.server.requests.map { [UInt8]($0.body) } == [Self.text, Self.text])
            #expect(rig.server.requests.allSatisfy { $0["Content-Length"] == "\(Self.text.count)" })
            let sent = rig.news.withLock { $0 }.compactMap { news -> Int64? in
                if case .sent(let count, let all) = news, all == Int64(Self.text.count) { count } else { nil }
            }
            #expect(sent.last == Int64(Self.text.count))
        }
    }

    @Test("A server that answers before it has the whole file has answered", arguments: [307, 403])
    func earlyAnswer(_ status: Int) async throws {
        try await with(finally: .status(201, body: "thanks")) { rig in
            rig.server.serve("/old", [], finally: .redirect(to: "/file", status: status).and(.early))
            let path = try rig.folder.write("", to: "photo")
            let size: Int64 = 64 << 20
            truncate(path, off_t(size))
            var request = try rig.request("/old", method: "PUT")
            request.bodyFile = RequestBodyFile(path: path, size: size)
            let (answer, _) = try await rig.run(request)
            #expect(answer.head.status == (status == 307 ? 201 : 403))
            #expect(rig.server.requests.map(\.path) == (status == 307 ? ["/old", "/file"] : ["/old"]))
        }
    }

    @Test("A part that is asked for is the answer, and begins anew when it breaks off") func part() async throws {
        try await with(faults: [.cut(after: 5)]) { rig in
            let request = try TransferRequest(
                HTTPAddress(rig.server.url("/file")), method: "GET",
                headers: [HTTPField(name: "Range", value: "bytes=10-19")], isForFile: false)
            _ = try await rig.failure(request)
            let (answer, bytes) = try await rig.run(request)
            #expect(answer.head.status == 206 && bytes == Array(Self.bytes[10..<20]))
            #expect(rig.server.requests.map(\.range) == ["bytes=10-19", "bytes=10-19"])
        }
    }

    private static let text: [UInt8] = (0..<1_000_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }

    @Test("A file that is shorter than it was ends the try") func shrunken() async throws {
        try await with { rig in
            let path = try rig.folder.write("short", to: "photo")
            var request = try rig.request(method: "POST")
            request.bodyFile = RequestBodyFile(path: path, size: 1000)
            let error = try await rig.failure(request)
            guard case .file? = error else { _ = Issue.record("\(String(describing: error))"); return }
        }
    }

    @Test("No connection, and an untrusted server, are no answers") func failures() async throws {
        try await with { rig in
            var request = try TransferRequest(HTTPAddress("https://127.0.0.1:1/"), method: "GET")
            #expect(try await rig.failure(request)?.isConnectivity == true)
            let other = try await FaultServer.with(certificate: .expired) { server in
                request = try TransferRequest(HTTPAddress(server.url("/")), method: "GET")
                return try await rig.failure(request)
            }
            guard case .untrusted? = other else { _ = Issue.record("\(String(describing: other))"); return }
        }
    }
}
