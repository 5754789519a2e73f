// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@Suite(.timeLimit(.minutes(2))) struct FaultServerTests {
    private let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 31) }

    @Test func servesBytesAndRanges() async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", content)
            try await withClient(server) { client async throws in
                let whole = try await client.get(server.url("/a?x=1"))
                #expect(whole.status == .ok)
                #expect(try await whole.bytes() == content)
                let part = try await client.get(server.url("/a"), ["Range": "bytes=100-199"])
                #expect(part.status == .partialContent)
                #expect(part.headers["Content-Range"] == ["bytes 100-199/200000"])
                #expect(try await part.bytes() == Array(content[100..<200]))
                #expect(
                    try await client.get(server.url("/a"), ["Range": "bytes=-5"]).bytes() == Array(content.suffix(5)))
                #expect(
                    try await client.get(server.url("/a"), ["Range": "bytes=200000-"]).status == .rangeNotSatisfiable)
                let tag = try #require(server.entityTag("/a"))
                #expect(try await client.get(server.url("/a"), ["If-None-Match": tag]).status == .notModified)
                #expect(
                    try await client.get(server.url("/a"), ["Range": "bytes=0-9", "If-Range": "\"other\""]).status
                        == .ok)
                #expect(try await client.get(server.url("/nothing")).status == .notFound)
            }
            #expect(server.requests.first?.path == "/a")
            #expect(server.requests.first?.target == "/a?x=1")
            #expect(server.requests.map(\.range).contains("bytes=100-199"))
        }
    }

    @Test func connectionsAreKept() async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", [1, 2, 3])
            try await withClient(server) { client async throws in
                for _ in 0..<3 { _ = try await client.get(server.url("/a")).bytes() }
            }
            #expect(server.requests.map(\.connection) == [0, 0, 0])
        }
    }

    @Test func scriptThenFinally() async throws {
        try await FaultServer.with { server async throws in
            server.serve(
                "/a", content,
                faults: [
                    .status(503, headers: [("Retry-After", "7")], body: "busy"), .ignoringRange, .entityTag("\"x\""),
                ],
                finally: .noEntityTag)
            try await withClient(server) { client async throws in
                let busy = try await client.get(server.url("/a"))
                #expect(busy.status == .serviceUnavailable)
                #expect(busy.headers["Retry-After"] == ["7"])
                #expect(try await busy.bytes() == Array("busy".utf8))
                let whole = try await client.get(server.url("/a"), ["Range": "bytes=5-"])
                #expect(whole.status == .ok)
                #expect(try await whole.bytes().count == content.count)
                #expect(try await client.get(server.url("/a")).headers["ETag"] == ["\"x\""])
                for _ in 0..<2 { #expect(try await client.get(server.url("/a")).headers["ETag"] == []) }
            }
        }
    }

    @Test(arguments: [false, true])
    func cutsBodies(abruptly: Bool) async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", content, faults: [.cut(after: 70_000, abruptly: abruptly), .cut(after: 0)])
            try await withClient(server) { client async throws in
                for _ in 0..<2 {
                    await #expect(throws: (any Error).self) { try await client.get(server.url("/a")).bytes() }
                }
                #expect(try await client.get(server.url("/a")).bytes() == content)
            }
        }
    }

    @Test func stallsUntilReleased() async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", content, faults: [.stall(after: 1000), .stall(after: 0)])
            try await withClient(server) { client async throws in
                for _ in 0..<2 {
                    async let bytes = client.get(server.url("/a")).bytes()
                    await server.wait { $0.stalledCount == 1 }
                    server.release()
                    #expect(try await bytes == content)
                    await server.wait { $0.stalledCount == 0 }
                }
            }
        }
    }

    @Test func aStalledAnswerDoesNotKeepTheServer() async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", content, finally: .stall(after: 10))
            try await withClient(server) { client async throws in
                let response = try await client.get(server.url("/a"))
                #expect(response.status == .ok)
                await server.wait { $0.stalledCount == 1 }
            }
        }
    }

    @Test func wrongBytesAndHeads() async throws {
        try await FaultServer.with { server async throws in
            server.serve(
                "/a", content,
                faults: [
                    .corrupt(at: 5), .contentRange("bytes 0-9/77"), .body("<html>log in</html>"), .chunked,
                    .contentLength(), .redirect(to: "/a", status: 307),
                ])
            try await withClient(server) { client async throws in
                let corrupt = try await client.get(server.url("/a")).bytes()
                #expect(corrupt[5] == content[5] ^ 0x20)
                #expect(corrupt.count == content.count && corrupt[..<5] == content[..<5])
                let range = try await client.get(server.url("/a"), ["Range": "bytes=0-9"])
                #expect(range.headers["Content-Range"] == ["bytes 0-9/77"])
                let portal = try await client.get(server.url("/a"), ["Range": "bytes=0-9"])
                #expect(portal.status == .ok && portal.headers["Content-Type"] == ["text/html"])
                let chunked = try await client.get(server.url("/a"))
                #expect(chunked.headers["Content-Length"] == [])
                #expect(try await chunked.bytes() == content)
                let open = try await client.get(server.url("/a"))
                #expect(open.headers["Content-Length"] == [])
                #expect(try await open.bytes() == content)
                let redirect = try await client.get(server.url("/a"))
                #expect(redirect.status == .temporaryRedirect && redirect.headers["Location"] == ["/a"])
            }
        }
    }

    @Test func brokenAnswers() async throws {
        try await FaultServer.with { server async throws in
            server.serve("/a", content, faults: [.closing, .raw("HTTP/1.1 abc\r\n\r\n"), .contentLength("5", "7")])
            try await withClient(server) { client async throws in
                for _ in 0..<3 {
                    await #expect(throws: (any Error).self) { try await client.get(server.url("/a")).bytes() }
                }
            }
        }
    }

    @Test(arguments: FaultServer.Certificate.allCases)
    func certificates(_ kind: FaultServer.Certificate) async throws {
        try await FaultServer.with(certificate: kind) { server async throws in
            server.serve("/a", [1])
            try await withClient(server) { client async throws in
                if case .valid = kind {
                    #expect(try await client.get(server.url("/a")).bytes() == [1])
                } else {
                    await #expect(throws: (any Error).self) { try await client.get(server.url("/a")) }
                }
            }
        }
    }

    @Test func plainHTTP() async throws {
        try await FaultServer.with(certificate: nil) { server async throws in
            server.serve("/a", [1])
            #expect(server.url("/a").hasPrefix("http://127.0.0.1:"))
            try await withClient(server) { client async throws in
                #expect(try await client.get(server.url("/a")).bytes() == [1])
            }
        }
    }
}

/// A client that trusts the server's authority and follows nothing.
private struct Client: Sendable {
    let client: HTTPClient

    func get(_ url: String, _ headers: [String: String] = [:]) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: url)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return try await client.execute(request, timeout: .seconds(30))
    }
}

extension HTTPClientResponse {
    fileprivate func bytes() async throws -> [UInt8] {
        Array(try await body.collect(upTo: 1 << 20).readableBytesView)
    }
}

private func withClient(_ server: FaultServer, _ body: (Client) async throws -> Void) async throws {
    var tls = TLSConfiguration.makeClientConfiguration()
    if server.isSecure {
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8)))
    }
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(configuration: configuration)
    do {
        try await body(Client(client: client))
    } catch {
        try await client.shutdown()
        throw error
    }
    try await client.shutdown()
}
