// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import NIOCore

/// The whole of an answer, in memory.
package struct PromptResponse: Sendable {
    package let status: HTTPResponse.Status
    /// In the order in which they are sent.
    package var fields: [HTTPField]
    /// nil where there are none.
    package let body: ByteBuffer?

    package init(status: HTTPResponse.Status, fields: [HTTPField], body: ByteBuffer? = nil) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package var head: HTTPResponse { HTTPResponse(status: status, headerFields: HTTPFields(fields)) }
}
