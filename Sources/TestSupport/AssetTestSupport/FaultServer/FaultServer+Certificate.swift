// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension FaultServer {
    /// How the server proves itself.
    package enum Certificate: Sendable, CaseIterable {
        /// Issued by the server's own authority for `127.0.0.1`, `::1` and `localhost`.
        case valid
        /// The same, ended yesterday.
        case expired
        /// The same, beginning tomorrow.
        case notYetValid
        /// For another host.
        case wrongHost
        /// Issued by an authority that nobody is told about.
        case unknownAuthority
    }
}
