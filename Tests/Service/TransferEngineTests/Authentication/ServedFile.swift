// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// A file of a real server, fetched as one run of the service does.
enum ServedFile {
    @discardableResult
    static func fetch(
        _ path: String = "/file", from server: FaultServer, host: String = "127.0.0.1", trusting pem: String? = nil,
        headers: [HTTPField] = [], through proxies: ProxyPolicy = .direct, connectTimeout: Int64 = 10,
        _ responder: (any ChallengeResponder)?
    ) async throws -> [UInt8] {
        try await TemporaryFolder.with { folder in
            let transport = try HTTPTransport(
                group: .singleton, trustedPEM: [pem ?? server.authorityPEM].filter { !$0.isEmpty }, stallTimeout: 30,
                connectTimeout: connectTimeout, proxies: proxies, logger: Logger(label: "test"))
            let request = try TransferRequest(
                HTTPAddress(server.url(path, host: host)), method: "GET", headers: headers)
            do {
                let file = try await FileTransfer(transport: transport).run(
                    FileTransfer.Request(request, stagingPath: folder.path("staging"), challenges: responder)
                ) { _, _ in }
                await transport.shutdown()
                return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
            } catch {
                await transport.shutdown()
                throw error
            }
        }
    }

    /// Fetches a file, which must be the one that is served.
    static func check(
        _ bytes: [UInt8], _ path: String = "/file", from server: FaultServer, trusting pem: String? = nil,
        through proxies: ProxyPolicy = .direct, _ responder: (any ChallengeResponder)?
    ) async throws {
        let read = try await fetch(path, from: server, trusting: pem, through: proxies, responder)
        #expect(read == bytes)
    }

    /// What a fetch fails with; nil when it does not.
    static func failure(_ body: () async throws -> Void) async -> TransferError? {
        do {
            try await body()
            return nil
        } catch { return error as? TransferError }
    }
}
