// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// What options say, or the environment in their place.
struct TransportSettings: Equatable, Sendable {
    var server: ServerAddress
    var trust: String?
    var keyID: String?
    var issuer: String?
    var keyFile: String?

    /// - `option`: what the command line says of a name.
    init(
        environment: [String: String], option: (String) -> String?
    ) throws(TransportError) {
        func value(_ name: String) -> String? {
            let variable = "BA_TRANSPORT_" + name.uppercased().replacing("-", with: "_")
            // One that is set to nothing says nothing.
            return option(name) ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let server = value("server") else {
            throw .setting(
                "--server", "say which server is meant, here or in BA_TRANSPORT_SERVER; `apple` is App Store Connect")
        }
        self.server = try ServerAddress(server)
        trust = value("trust")
        keyID = value("api-key")
        issuer = value("api-issuer")
        keyFile = value("p8-file-path")
    }
}
