// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// A server may close a connection in the very moment in which it is used again.
@Suite(.timeLimit(.minutes(1)))
struct ClosedConnectionTests {
    private func fetch(from server: FaultServer) async throws -> Result<FetchedDocument?, TransferError> {
        let transport = try HTTPTransport(
            group: .singleton, trustedPEM: [server.authorityPEM], logger: Logger(label: "test"))
        let result: Result<FetchedDocument?, TransferError>
        do throws(TransferError) {
            result = .success(try await transport.document(at: HTTPAddress(server.url("/manifest")), limit: 10))
        } catch { result = .failure(error) }
        await transport.shutdown()
        return result
    }

    @Test func aDocumentIsAskedForOnceMore() async throws {
        try await FaultServer.with { server in
            server.serve("/manifest", [1, 2], faults: [.closing])
            let document = try await fetch(from: server).get()
            #expect(document?.body.count == 2)
            #expect(server.requests.count == 2)
        }
    }

    @Test func oneThatIsAlwaysClosedIsAFailure() async throws {
        try await FaultServer.with { server in
            server.serve("/manifest", [1, 2], finally: .closing)
            let error = await #expect(throws: TransferError.self) { try await fetch(from: server).get() }
            #expect(
                error?.description.contains("the server closed the connection") == true, "\(String(describing: error))")
            #expect(server.requests.count == 2)
        }
    }
}
