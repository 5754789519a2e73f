// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Where a client puts a part of an upload, without passing through this server.
package struct PartAddress: Hashable, Sendable {
    package let url: String
    /// What the client has to send along, exactly.
    package let headers: [String: String]
    /// Seconds since 1970.
    package let expires: Double

    package init(url: String, headers: [String: String], expires: Double) {
        self.url = url
        self.headers = headers
        self.expires = expires
    }
}
