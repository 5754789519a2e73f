// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where the buses are; nil for one that is not there.
package struct BusAddresses: Equatable, Sendable {
    /// D-Bus addresses, as in `unix:path=/run/dbus/system_bus_socket`.
    package var system: String?
    package var session: String?

    package init(system: String? = nil, session: String? = nil) {
        self.system = system
        self.session = session
    }

    /// Those that a process with this environment has: as named there, or where D-Bus and systemd put them.
    package init(environment: [String: String]) {
        system = Self.address(environment["DBUS_SYSTEM_BUS_ADDRESS"], or: "/run/dbus/system_bus_socket")
        session = Self.address(
            environment["DBUS_SESSION_BUS_ADDRESS"],
            or: environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/bus" : nil })
    }

    /// A place in the file system counts when something is there: no library is loaded for nothing.
    private static func address(_ named: String?, or path: String?) -> String? {
        if let named, !named.isEmpty { return named }
        guard let path, FileManager.default.fileExists(atPath: path) else { return nil }
        return "unix:path=" + path
    }

    package subscript(kind: BusKind) -> String? {
        switch kind {
        case .system: system
        case .session: session
        }
    }
}
