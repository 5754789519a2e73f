// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

@Suite("What an app asks a server for") struct TransferRequestTests {
    private let address: HTTPAddress
    private let headers = [
        HTTPField(name: "Authorization", value: "Bearer secret"), HTTPField(name: "Content-Type", value: "text/plain"),
        HTTPField(name: "X-Client", value: "1"),
    ]

    init() throws { address = try HTTPAddress("https://a.example/files/one?token=secret") }

    private func post() throws -> TransferRequest {
        try TransferRequest(address, method: "POST", headers: headers, body: [1, 2, 3])
    }

    @Test("Headers of the connection are the service's own") func reservedHeaders() throws {
        let request = try TransferRequest(
            address, method: "GET",
            headers: [
                HTTPField(name: "HOST", value: "b.example"), HTTPField(name: "Range", value: "bytes=0-1"),
                HTTPField(name: "Accept-encoding", value: "br"), HTTPField(name: "transfer-encoding", value: "chunked"),
                HTTPField(name: "Accept", value: "text/plain"),
            ])
        #expect(request.headers == [HTTPField(name: "Accept", value: "text/plain")])
    }

    @Test(
        "What cannot be sent is refused",
        arguments: [
            ("GET ", "A", "b"), ("", "A", "b"), ("GET\r\nX: y", "A", "b"), ("GET", "", "b"), ("GET", "A:", "b"),
            ("GET", "A", "b\r\nC: d"), ("GET", "A\n", "b"), ("GET", "A", "b\0"), ("CONNECT", "A", "b"),
            ("HEAD", "A", "b"), ("TRACE", "A", "b"), ("GET", "ä", "b"),
        ])
    func invalidRequests(_ method: String, _ name: String, _ value: String) {
        let error = #expect(throws: TransferError.self) {
            _ = try TransferRequest(address, method: method, headers: [HTTPField(name: name, value: value)])
        }
        guard case .invalidRequest? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("secret") == false)
        #expect(error?.remedy == .giveUp)
    }

    @Test("What a server says of a file may be asked for by who wants no file") func heads() throws {
        let head = try TransferRequest(address, method: "HEAD", isForFile: false)
        #expect(head.method == "HEAD")
        #expect(!head.isResumable)
        for status in [301, 302, 303, 307, 308] {
            #expect(try head.redirected(to: "/two", status: status).method == "HEAD")
        }
    }

    @Test("What is too large is refused") func largeRequests() {
        #expect(throws: TransferError.self) {
            _ = try TransferRequest(
                address, method: "GET",
                headers: [HTTPField(name: "A", value: String(repeating: "b", count: TransferRequest.largestHeaders))])
        }
        #expect(throws: TransferError.self) {
            _ = try TransferRequest(
                address, method: "POST", body: [UInt8](repeating: 0, count: TransferRequest.largestBody + 1))
        }
    }

    @Test("A redirect within the origin keeps everything", arguments: [307, 308])
    func redirectsWithinTheOrigin(_ status: Int) throws {
        let next = try post().redirected(to: "/files/two", status: status)
        #expect(next.address.absoluteString == "https://a.example/files/two")
        #expect(next.method == "POST")
        #expect(next.headers == headers)
        #expect(next.body == [1, 2, 3])
    }

    @Test("A redirect that asks for a plain request gets one", arguments: [301, 302, 303])
    func redirectsToAPlainRequest(_ status: Int) throws {
        let next = try post().redirected(to: "two", status: status)
        #expect(next.method == "GET")
        #expect(next.body == [])
        #expect(next.headers.map(\.name) == ["Authorization", "X-Client"])
        let put = try TransferRequest(address, method: "PUT", body: [1]).redirected(to: "two", status: status)
        #expect(put.method == (status == 303 ? "GET" : "PUT"))
    }

    @Test(
        "No header goes to another origin",
        arguments: ["https://b.example/two", "https://a.example:444/two", "//b.example/two"])
    func redirectsToAnotherOrigin(_ location: String) throws {
        let request = try TransferRequest(address, method: "GET", headers: headers)
        #expect(try request.redirected(to: location, status: 302).headers == [])
        #expect(try post().redirected(to: location, status: 303).headers == [])
        let error = #expect(throws: TransferError.self) { _ = try post().redirected(to: location, status: 307) }
        #expect(error?.description.contains("body is not sent") == true)
    }

    @Test("A redirect leads to https only", arguments: ["http://a.example/two", "file:///etc/passwd", nil])
    func unsafeRedirects(_ location: String?) throws {
        #expect(throws: TransferError.self) { _ = try post().redirected(to: location, status: 302) }
    }

    @Test("Descriptions show no secret") func descriptions() throws {
        #expect("\(try post())" == "POST https://a.example/files/one?…")
        #expect("\(TransferRequest(address))" == "https://a.example/files/one?…")
    }
}
