// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Dispatch
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// The two clients that connect in the same way. They are shut down when the last request that uses them has ended.
final class ClientPair: Sendable {
    /// Not a global queue of Dispatch's, which the client would take: see CQuietProcess.
    private static let endingQueue = DispatchQueue(label: "background-assets.http")

    /// For documents: HTTP/2 where the server has it.
    let documents: HTTPClient
    /// For archives: HTTP/1.1. swift-nio-http2 copies what it has gathered for each frame that is still held, which costs
    /// several times the processor time and ten times the memory for one large body, and multiplexing is of no use to it.
    let archives: HTTPClient

    init(group: MultiThreadedEventLoopGroup, configuration: HTTPClient.Configuration) {
        documents = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        var configuration = configuration
        configuration.httpVersion = .http1Only
        archives = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    /// Closes all connections; requests under way fail.
    func shutdown(logger: Logger) async {
        for client in [documents, archives] {
            do { try await client.shutdown() } catch {
                logger.debug("the HTTP client did not shut down cleanly: \(error)")
            }
        }
    }

    deinit {
        // The clients must be shut down before they go; after `shutdown()` this does nothing.
        for client in [documents, archives] {
            client.shutdown(queue: Self.endingQueue) { _ in withExtendedLifetime(client) {} }
        }
    }
}
