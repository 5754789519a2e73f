// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What can be said of a host by an option, by the environment, and in a file, under one name.
enum ConfigurationKey: String, CaseIterable {
    case data, database, delivery, objects, host, port, trust, worker
    case clientTimeout = "client-timeout"
    case identityPath = "identity-path"
    case logFormat = "log-format"
    case manifestMaxAge = "manifest-max-age"
    case metricsAddress = "metrics-address"
    case openIDClient = "openid-client"
    case openIDIssuer = "openid-issuer"
    case openIDName = "openid-name"
    case openIDSecretFile = "openid-secret-file"
    case publicURL = "public-url"
    case requestsPerHour = "requests-per-hour"
    case signedDelivery = "signed-delivery"
    case webhookNetwork = "webhook-network"

    var option: String { "--\(rawValue)" }

    var environmentName: String { "BA_HOST_" + rawValue.uppercased().replacing("-", with: "_") }

    /// Whether it may have several values.
    var isList: Bool { self == .trust || self == .identityPath || self == .webhookNetwork }

    /// What stands between several values in the environment: a colon, as between paths, but where a value may have one.
    var separator: Character { self == .webhookNetwork ? "," : ":" }
}
