// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import HostingDelivery
import HostingIdentity
import Logging
import MockServer
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import SwiftASN1
import Testing
import X509

/// A development server on a free port of this machine, over real TLS, for one test.
struct RunningServer: Sendable {
    let url: String
    let authorityPEM: String
    let shelf: PackShelf
    let keeper: PackKeeper
    let packs: String
    let console: ConsoleFile

    /// Serves the folder `packs` below a temporary folder, to which `prepare` may write.
    static func with(
        watching: Bool = false, prepare: (_ packs: String) async throws -> Void,
        _ body: @Sendable @escaping (RunningServer) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { root async throws in
            let packs = root + "/packs"
            try FileManager.default.createDirectory(atPath: packs, withIntermediateDirectories: true)
            try await prepare(packs)
            let console = try ConsoleFile(in: root)
            let data = ServerDataFolder(path: root + "/data")
            let address = ListenAddress(host: nil)
            let own = try ServerIdentity.own(for: address.certificateHosts, in: data.identity)
            let shelf = PackShelf()
            let keeper = try PackKeeper(
                sources: PackSources(arguments: [packs]), versions: [], ledger: LedgerFile(data), shelf: shelf,
                console: console.console, removalDelay: .zero)
            try await keeper.start()
            let authority = try own.authority.serializeAsPEM().pemString
            let (urls, continuation) = AsyncStream.makeStream(of: String.self)
            let server = DevelopmentServer(
                catalog: shelf, identity: own.identity, address: address, port: 0, log: RequestLog(console.console),
                whenRefused: { RefusalNotice(console.console).write() }
            ) { continuation.yield($0.base) }
            var services: [any Service] = [server]
            if watching { services.append(PackWatcher(keeper, console: console.console, interval: .seconds(86400))) }
            var configuration = ServiceGroupConfiguration(services: services, logger: .init(label: "test"))
            configuration.maximumGracefulShutdownDuration = .seconds(5)
            let group = ServiceGroup(configuration: configuration)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                var first = urls.makeAsyncIterator()
                guard let url = await first.next() else { return }
                do {
                    try await body(
                        RunningServer(
                            url: url, authorityPEM: authority, shelf: shelf, keeper: keeper, packs: packs,
                            console: console))
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    /// Uses a client that trusts the server's authority.
    func withClient(
        http2: Bool = true, minimumTLS: TLSVersion = .tlsv12, maximumTLS: TLSVersion? = nil,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authorityPEM.utf8)))
        tls.minimumTLSVersion = minimumTLS
        tls.maximumTLSVersion = maximumTLS
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = http2 ? .automatic : .http1Only
        let client = HTTPClient(configuration: configuration)
        do {
            try await body(TestClient(client: client, base: url))
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }
}

/// Sends requests to one server.
struct TestClient: Sendable {
    let client: HTTPClient
    let base: String

    func send(
        _ method: HTTPMethod = .GET, _ path: String, _ headers: [String: String] = [:]
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: path.hasPrefix("https:") ? path : base + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return try await client.execute(request, timeout: .seconds(60))
    }

    func bytes(_ path: String, _ headers: [String: String] = [:]) async throws -> [UInt8] {
        try await send(.GET, path, headers).bytes()
    }
}

extension HTTPClientResponse {
    func bytes() async throws -> [UInt8] { Array(try await body.collect(upTo: 64 << 20).readableBytesView) }

    subscript(_ name: String) -> String? { headers.first(name: name) }
}
