// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Crypto
internal import NIOCore
internal import NIOSSL
internal import Synchronization

extension HTTPTransport {
    /// Ways to connect that are kept at a time.
    static let variantLimit = 16

    /// The clients that connect in this way.
    ///
    /// - Throws: `certificate` for an identity that cannot be read.
    func clients(for variant: ClientVariant) throws(TransferError) -> ClientPair {
        guard variant != .plain else { return clients }
        if let known = variants.withLock({ $0[variant] }) { return known }
        var configuration = configuration
        configuration.proxy = variant.proxy?.forClient
        var tls = configuration.tlsConfiguration ?? .makeClientConfiguration()
        if let identity = variant.identity {
            let (chain, key) = try identity.load()
            tls.certificateChain = chain.map { .certificate($0) }
            tls.privateKey = .privateKey(key)
        }
        if let pin = variant.pin {
            // The app has judged this one certificate, and no other gets through.
            tls.certificateVerification = .none
            let check = Self.check(pin)
            configuration.http1_1ConnectionDebugInitializer = check
            configuration.http2ConnectionDebugInitializer = check
        }
        configuration.tlsConfiguration = tls
        let made = ClientPair(group: group, configuration: configuration)
        return variants.withLock { variants in
            if let known = variants[variant] { return known }
            if variants.count >= Self.variantLimit { variants = [:] }
            variants[variant] = made
            return made
        }
    }

    /// Lets a connection through only to a server with this certificate, before anything is sent on it.
    private static func check(_ pin: [UInt8]) -> @Sendable (any Channel) -> EventLoopFuture<Void> {
        { channel in
            channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
                guard let certificate, Array(SHA256.hash(data: try certificate.toDERBytes())) == pin else {
                    throw PinMismatch()
                }
            }.flatMapError { error in
                // It was not handed over yet: nobody else closes it.
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(error)
            }
        }
    }
}
