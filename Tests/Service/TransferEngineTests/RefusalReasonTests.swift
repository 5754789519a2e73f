// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// What servers say of their refusals, for whom bodies are read that are none of what was asked for.
@Suite("Reasons of refusals", .timeLimit(.minutes(2))) struct RefusalReasonTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: Fault
        let reason: String?
    }

    private static let json = ("Content-Type", "application/json")

    static let cases: [Case] = [
        Case(
            testDescription: "a host of this project",
            fault: .status(404, headers: [json], body: #"{"available":["A"],"error":"no build is here"}"#),
            reason: "no build is here"),
        Case(
            testDescription: "RFC 9457",
            fault: .status(
                404, headers: [("Content-Type", "Application/Problem+JSON; charset=utf-8")],
                body: #"{"title":"x","detail":"gone for lunch"}"#), reason: "gone for lunch"),
        Case(
            testDescription: "in chunks", fault: .status(404, headers: [json], body: #"{"error":"a"}"#).and(.chunked),
            reason: "a"),
        Case(
            testDescription: "lines, and what turns their direction",
            fault: .status(404, headers: [json], body: #"{"error":"one\ntwo\u202e\u001b[1m"}"#), reason: "one two  [1m"),
        Case(
            testDescription: "a long one",
            fault: .status(404, headers: [json], body: #"{"error":"\#(String(repeating: "é", count: 500))"}"#),
            reason: String(repeating: "é", count: 400) + "…"),
        Case(testDescription: "nothing", fault: .status(404, headers: [json]), reason: nil),
        Case(testDescription: "blanks", fault: .status(404, headers: [json], body: #"{"error":" "}"#), reason: nil),
        Case(testDescription: "no text", fault: .status(404, headers: [json], body: #"{"error":{}}"#), reason: nil),
        Case(testDescription: "no JSON", fault: .status(404, headers: [json], body: "{"), reason: nil),
        Case(
            testDescription: "a page", fault: .status(404, headers: [("Content-Type", "text/html")], body: "<html>"),
            reason: nil),
        Case(
            testDescription: "compressed",
            fault: .status(404, headers: [json, ("Content-Encoding", "gzip")], body: #"{"error":"a"}"#), reason: nil),
        Case(testDescription: "too large", fault: large, reason: nil),
        Case(testDescription: "too large, in chunks", fault: large.and(.chunked), reason: nil),
        Case(
            // However much of it has come when no more is waited for.
            testDescription: "without end",
            fault: .status(404, headers: [json], body: #"{"error":"a"#).and(.endless), reason: nil),
        Case(
            testDescription: "broken off",
            fault: .status(404, headers: [json], body: #"{"error":"a"}"#).and(.cut(after: 5)), reason: nil),
        Case(
            testDescription: "stalled",
            fault: .status(404, headers: [json], body: #"{"error":"a"}"#).and(.stall(after: 5)),
            reason: nil),
        Case(
            testDescription: "a trickle",
            fault: .status(404, headers: [json], body: #"{"error":"\#(String(repeating: "a", count: 300))"}"#)
                .and(.trickle(every: .milliseconds(20))), reason: nil),
    ]

    private static let large = Fault.status(
        404, headers: [json], body: #"{"error":"\#(String(repeating: "a", count: 40_000))"}"#)

    private func check(_ error: TransferError?, _ example: Case) throws {
        guard case .status(let url, let code, let retryAfter, let reason) = try #require(error) else {
            Issue.record("\(example): \(String(describing: error))")
            return
        }
        #expect(url.hasSuffix("/file") && code == 404 && retryAfter == nil)
        #expect(reason == example.reason)
    }

    private func error(_ fault: Fault, of fetch: (HTTPTransport, FaultServer, TemporaryFolder) async throws -> Void)
        async throws -> TransferError?
    {
        try await TemporaryFolder.with { folder in
            try await FaultServer.with { server in
                server.serve("/file", Array("x".utf8), finally: fault)
                let transport = try HTTPTransport(
                    group: .singleton, trustedPEM: [server.authorityPEM], stallTimeout: 1,
                    logger: Logger(label: "test"))
                let error = await #expect(throws: TransferError.self) { try await fetch(transport, server, folder) }
                await transport.shutdown()
                return error
            }
        }
    }

    @Test("A file that is refused is refused with the server's own words, and at once or soon", arguments: cases)
    func files(_ example: Case) async throws {
        let error = try await error(example.fault) { transport, server, folder in
            let request = FileTransfer.Request(
                try TransferRequest(HTTPAddress(server.url("/file"))), stagingPath: folder.path("spool/file"))
            _ = try await FileTransfer(transport: transport).run(request) { _, _ in }
        }
        #expect(error?.remedy == .giveUp)
        try check(error, example)
    }

    @Test("So is a document", arguments: cases) func documents(_ example: Case) async throws {
        let error = try await error(example.fault) { transport, server, _ in
            _ = try await transport.document(at: HTTPAddress(server.url("/file")), limit: 10)
        }
        try check(error, example)
    }

    @Test("A server that wants to know who asks says why, where nobody answers it") func unauthorized() async throws {
        let fault = Fault.status(
            401, headers: [Self.json, ("WWW-Authenticate", "Bearer realm=\"x\"")],
            body: #"{"error":"no token of ours"}"#)
        for isAsked in [true, false] {
            let responder: ScriptedResponder? = isAsked ? ScriptedResponder { _ in .performDefaultHandling } : nil
            let file = try await error(fault) { transport, server, folder in
                let request = FileTransfer.Request(
                    try TransferRequest(HTTPAddress(server.url("/file"))), stagingPath: folder.path("spool/file"),
                    challenges: responder)
                _ = try await FileTransfer(transport: transport).run(request) { _, _ in }
            }
            let document = try await error(fault) { transport, server, _ in
                _ = try await transport.document(
                    at: HTTPAddress(server.url("/file")), limit: 10, challenges: responder)
            }
            for error in [file, document] {
                guard case .status(_, 401, _, let reason)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(reason == "no token of ours")
            }
        }
    }

    @Test("The reason is at the end of what is told") func description() {
        let error = TransferError.status(url: "u", code: 503, retryAfter: 7, reason: "busy")
        #expect("\(error)" == "u answered with status 503, to be asked again in 7 s: busy")
    }
}
