// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import Hummingbird

extension Response {
    /// The same for HEAD: the fields of an answer to GET, and no body (RFC 9110, 9.3.2). A 304 has no body for either, and a size of
    /// none would be taken for that of what it is about.
    package func answering(_ method: HTTPRequest.Method) -> Response {
        method == .head && status != .notModified ? createHeadResponse() : self
    }
}
