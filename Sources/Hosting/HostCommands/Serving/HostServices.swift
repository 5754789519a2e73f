// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Runs the parts of a process until one of the signals that end it.
enum HostServices {
    /// For what is under way when it is to end.
    static let drainTime: Duration = .seconds(10)

    /// - `server`: with its end the others end.
    static func run(server: (any Service)? = nil, _ services: [any Service], logger: Logger) async throws {
        var members = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
        if let server {
            members.insert(.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup), at: 0)
        }
        var configuration = ServiceGroupConfiguration(
            services: members, gracefulShutdownSignals: [.sigint, .sigterm, .sighup], logger: logger)
        configuration.maximumGracefulShutdownDuration = drainTime
        do { try await ServiceGroup(configuration: configuration).run() } catch is CancellationError {}
    }
}
