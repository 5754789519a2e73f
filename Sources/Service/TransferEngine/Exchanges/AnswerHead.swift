// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server has said before the body of its answer.
package struct AnswerHead: Codable, Hashable, Sendable {
    /// Such as 200, or 404: an answer is an answer.
    package var status: Int
    /// In the order in which they came. Values may be secrets.
    package var headers: [HTTPField]
    /// As "HTTP/1.1".
    package var version: String

    package init(status: Int, headers: [HTTPField], version: String) {
        self.status = status
        self.headers = headers
        self.version = version
    }
}
