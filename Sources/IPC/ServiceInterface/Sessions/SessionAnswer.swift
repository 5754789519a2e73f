// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server has said before the body of its answer.
package struct SessionAnswer: Codable, Equatable, Sendable {
    /// Such as 200, or 404: an answer is an answer.
    package var status: Int
    /// In the order in which they came. Values may be secrets.
    package var headers: [FileRequest.Header]
    /// As "HTTP/1.1".
    package var version: String
    /// Where redirects led.
    package var url: String

    /// Bytes that it is told with, about: as JSON has them.
    package var size: Int {
        headers.reduce(64 + url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }

    package init(status: Int, headers: [FileRequest.Header], version: String, url: String) {
        self.status = status
        self.headers = headers
        self.version = version
        self.url = url
    }
}
