// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingAPI
internal import HostingDelivery
internal import HostingIdentity
internal import HostingModel
internal import HostingOpenID
internal import HostingPublishing
internal import NIOCore
internal import NIOSSL

/// How a server runs, as a person has said it: all that can be wrong in it is found before anything is opened.
struct ServeSettings {
    static let usualPort = 8444
    static let usualClientTimeout = 60

    let location: HostLocation
    let address: ListenAddress
    let port: Int
    /// nil for one of the host's own.
    let identity: ServerIdentity?
    let place: PublicAddress
    /// Of each key.
    let requestsPerHour: Int
    let times: ConnectionTimes
    /// Whom web hooks' servers may be certified by, beside those that the system trusts.
    let authorities: [NIOSSLCertificate]
    /// Where web hooks may be.
    let networks: ReachableNetworks
    /// Whether it does the work of workers, too.
    let hasWorker: Bool
    let logFormat: LogFormat
    let metricsAddress: MetricsAddress?
    let delivery: DeliverySettings
    /// Seconds for which the addresses of archives are good at least; nil for ever.
    let addressLifetime: Int?
    /// nil where members have passwords alone.
    let openID: OpenIDSettings?

    /// What is the matter with a certificate that was given; nil for nothing.
    var certificateDoubt: String? {
        guard let identity, !identity.covers(address.host) else { return nil }
        return "the certificate does not name \(address.host): clients will refuse it"
    }

    init(_ configuration: HostConfiguration) throws {
        location = try HostLocation(configuration)
        do throws(IdentityError) {
            address = ListenAddress(
                host: try configuration.text(.host).map { (text) throws(IdentityError) in try HostName(text) })
        } catch { throw configuration.invalid(.host, error.description) }
        port = try configuration.number(.port, in: 0...65_535) ?? Self.usualPort
        requestsPerHour =
            try configuration.number(.requestsPerHour, in: 1...1_000_000_000) ?? RequestCounter.usualLimit
        times = ConnectionTimes(
            longestWait: .seconds(
                Int64(try configuration.number(.clientTimeout, in: 1...3_600) ?? Self.usualClientTimeout)))
        hasWorker = try configuration.flag(.worker) ?? true
        logFormat = try LogFormat(configuration)
        metricsAddress = try MetricsAddress(configuration)
        delivery = try DeliverySettings(configuration, objects: location.objects)
        addressLifetime = try configuration.number(.signedDelivery, in: DeliverySettings.addressLifetimes)
        place = try PublicAddress(configuration)
        openID = try OpenIDSettings.read(configuration)
        authorities = try TrustedAuthorities.read(configuration.texts(.trust))
        networks = try ReachableNetworks(configuration)
        let paths = configuration.texts(.identityPath)
        guard paths.count <= 2 else { throw configuration.invalid(.identityPath, "it is given at most twice") }
        identity = paths.isEmpty ? nil : try ServerIdentity.files(paths)
    }
}
