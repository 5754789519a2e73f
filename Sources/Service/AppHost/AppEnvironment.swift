// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an app that the service starts itself has of the service's environment: what a login has set, and nothing that is meant for the
/// service alone.
struct AppEnvironment {
    /// Of systemd, for the service that it has started.
    private static let names: Set = [
        "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "MAINPID", "MANAGERPID",
        "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "WATCHDOG_PID",
        "WATCHDOG_USEC",
    ]
    private static let prefix = "BACKGROUND_ASSETS_"

    let variables: [String: String]

    /// - `own`: of the service.
    init(_ own: [String: String]) {
        variables = own.filter { !Self.names.contains($0.key) && !$0.key.hasPrefix(Self.prefix) }
    }

    /// With what an app is told itself.
    func merging(_ told: [String: String]) -> [String: String] { variables.merging(told) { _, told in told } }
}
