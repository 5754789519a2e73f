// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import HostingDelivery
import HostingModel
import HostingPublishing
import HostingStorage
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization
import Testing

@testable import HostingAPI

/// A host that is served on a free port, over a database and a folder of its own.
struct HostServer {
    let store: HostStore
    let clock: Clock
    let prompt: CountingPromptResponder
    let base: String
    let issuer: String

    final class Clock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_800_000_000_000))

        var now: Timestamp { time.withLock { $0 } }

        func advance(seconds: Double) {
            time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + Int64(seconds * 1_000)) }
        }
    }

    private final class Port: Sendable { let number = Mutex(0) }

    static func with(
        limits: HostLimits = HostLimits(partSize: 1_000), requestLimit: Int = RequestCounter.usualLimit,
        database wrapped: @escaping @Sendable (any SQLDatabase) -> any SQLDatabase = { $0 },
        _ body: @escaping @Sendable (HostServer) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let clock = Clock()
            let database = wrapped(try SQLiteDatabase(path: folder.path("host.sqlite")))
            try await HostSchema.migrate(database)
            let store = HostStore(
                database: database, objects: try FolderObjectStore(path: folder.path("objects")), limits: limits,
                now: { clock.now }, makeID: { UUID().uuidString.lowercased() })
            let port = Port()
            let base = { @Sendable in "http://127.0.0.1:\(port.number.withLock { $0 })" }
            let issuer = try await store.setting("issuer", initial: UUID().uuidString.lowercased())
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let signer = UploadSigner(key: Array("a secret of this test".utf8))
            let responder = HostResponder(
                store: store,
                api: APIEndpoint(
                    store: store, signer: signer,
                    authenticator: TokenAuthenticator(store: store, issuer: issuer) { clock.now.seconds },
                    counter: RequestCounter(limit: requestLimit), base: base, now: { clock.now }, logger: logger),
                uploads: UploadEndpoint(store: store, signer: signer) { clock.now },
                publishing: PublishingEndpoint(
                    store: store, settings: DeliverySettings(now: { clock.now }), base: base), logger: logger)
            let (running, isRunning) = AsyncStream.makeStream(of: Void.self)
            let prompt = CountingPromptResponder(responder)
            let application = Application(
                responder: responder,
                server: .http1(
                    configuration: .init(additionalChannelHandlers: [PromptHandlerPlacer(prompt)])),
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    port.number.withLock { $0 = channel.localAddress?.port ?? 0 }
                    isRunning.finish()
                }, logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await application.runService(gracefulShutdownSignals: []) }
                for await _ in running {}
                try await body(HostServer(store: store, clock: clock, prompt: prompt, base: base(), issuer: issuer))
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {}
            }
            await database.close()
        }
    }

    /// All that the interface has.
    var operations: [HostingAPI.Operation] {
        let uploads = UploadAddresses(store: store, signer: UploadSigner(key: [1])) { clock.now }
        return APIEndpoint.table(store: store, uploads: uploads).operations
    }

    // MARK: Clients

    /// A program with a key of its own.
    func client(_ role: Role = .admin, appIDs: [String]? = nil) async throws -> HostClient {
        let (key, pem) = try await store.createKey(name: "test", role: role, appIDs: appIDs)
        return HostClient(server: self, keyID: key.id, privateKey: pem)
    }
}
