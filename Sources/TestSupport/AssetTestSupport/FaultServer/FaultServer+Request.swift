// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension FaultServer {
    /// A request as it came.
    package struct Request: Sendable {
        package let method: String
        /// Path and query.
        package let target: String
        /// In the order they came.
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]
        /// Counts connections from 0.
        package let connection: Int

        /// The path without the query.
        package var path: String { String(target.prefix { $0 != "?" }) }
        package var range: String? { self["Range"] }
        package var ifRange: String? { self["If-Range"] }

        /// The first field of this name, in any case.
        package subscript(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }
}
