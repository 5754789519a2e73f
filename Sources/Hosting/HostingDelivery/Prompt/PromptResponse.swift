// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import NIOCore

/// An answer that is at hand, with all its bytes.
package struct PromptResponse: Sendable {
    package var head: HTTPResponse
    /// nil where there are none.
    package var body: ByteBuffer?

    package init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer? = nil) {
        head = HTTPResponse(status: status, headerFields: headers)
        self.body = body
    }
}
