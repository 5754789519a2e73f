// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What is asked of a server. Headers, body and the query of the URL may be secrets.
package struct FileRequest: Codable, Hashable, Sendable, CustomStringConvertible {
    package struct Header: Codable, Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Bytes of a body that has room in a message of 1 MiB.
    package static let largestBody = 512 << 10
    /// What stands in the place of a secret.
    private static let hidden = "…"

    package var url: String
    package var method: String
    package var headers: [Header]
    package var body: Data

    package init(url: String, method: String = "GET", headers: [Header] = [], body: Data = Data()) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }

    /// The same for those whom its secrets do not concern.
    package var redacted: FileRequest {
        let address = url.firstIndex { $0 == "?" || $0 == "#" }.map { url[..<$0] + "?" + Self.hidden }
        return FileRequest(
            url: address ?? url, method: method,
            headers: headers.map { Header(name: $0.name, value: Self.hidden) })
    }

    /// For logs: without what may be secret.
    package var description: String { "\(method) \(redacted.url)" }
}
