// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

/// A request with no body, as far as it can be answered at once.
package struct PromptRequest: Sendable {
    /// GET or HEAD.
    package let method: HTTPRequest.Method
    /// Path and query.
    package let target: String
    /// Host and port that it names, if it does.
    package let authority: String?
    package let fields: any RequestFields

    package init(method: HTTPRequest.Method, target: String, authority: String?, fields: any RequestFields) {
        self.method = method
        self.target = target
        self.authority = authority
        self.fields = fields
    }

    /// nil for one that is not answered at once, whatever it asks for.
    package init?(_ request: HTTPRequest) {
        guard request.method == .get || request.method == .head, let target = request.path else { return nil }
        self.init(
            method: request.method, target: target, authority: request.authority, fields: request.headerFields)
    }
}
