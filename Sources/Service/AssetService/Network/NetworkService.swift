// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import NIOPosix
internal import TransferEngine

/// The HTTP transport with today's trust: made when it is first needed, and made anew when trust changes.
actor NetworkService {
    private let store: AssetStore
    private let group: MultiThreadedEventLoopGroup
    private let settings: SettingsService
    private let proxyEnvironment: [String: String]
    private let logger: Logger
    private var current: HTTPTransport?
    /// How often `current` was given up: one that was being made then goes by what was set before.
    private var resetCount: UInt64 = 0
    /// Whom to trust, or the way to servers, is set in another way.
    nonisolated let changes = ChangeSignal()

    /// - `proxyEnvironment`: what the environment says of proxies.
    init(
        store: AssetStore, group: MultiThreadedEventLoopGroup, settings: SettingsService,
        proxyEnvironment: [String: String] = [:], logger: Logger
    ) {
        self.store = store
        self.group = group
        self.settings = settings
        self.proxyEnvironment = proxyEnvironment
        self.logger = logger
    }

    /// - Throws: `untrusted` when a certificate that is to be trusted cannot be read.
    func transport() async throws(TransferError) -> HTTPTransport {
        while true {
            if let current { return current }
            let count = resetCount
            let pem: [String]
            do throws(AssetStoreError) { pem = try await store.certificates().map(\.pem) } catch {
                throw .connection(url: "(settings)", reason: "\(error)")
            }
            let transport = try HTTPTransport(
                group: group, trustedPEM: pem, stallTimeout: await settings.integer(.stallTimeout),
                connectionsPerHost: Int(await settings.integer(.connectionsPerHost)), proxies: await proxies(),
                logger: logger)
            if current == nil, count == resetCount {
                current = transport
                return transport
            }
            await transport.shutdown()
        }
    }

    /// Through which proxy hosts are asked now.
    func proxies() async -> ProxyPolicy {
        ProxyPolicy(setting: await settings.text(.proxy), environment: proxyEnvironment)
    }

    /// What is in force of proxies, and whether the one that is answers.
    func examineProxy() async -> ProxyExamination {
        let policy = await proxies()
        // One that is not in force need not answer.
        let problem = policy.exceptions.coversAll ? nil : await policy.problem(group: group)
        return ProxyExamination(policy: policy, problem: problem)
    }

    /// Trust or the proxy has changed: what failed for the old ones may be tried again.
    func change() {
        reset()
        changes.signal()
    }

    /// New requests use a new transport, those under way end on the old one.
    func reset() {
        current = nil
        resetCount += 1
    }

    func shutdown() async {
        await current?.shutdown()
        current = nil
    }
}
