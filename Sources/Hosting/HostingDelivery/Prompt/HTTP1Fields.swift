// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import NIOHTTP1

/// The fields of a request as HTTP/1's reader leaves them. Few of them are ever asked for: to make others of all takes longer.
package struct HTTP1Fields: RequestFields {
    private let headers: HTTPHeaders

    package init(_ headers: HTTPHeaders) { self.headers = headers }

    package subscript(name: HTTPField.Name) -> String? {
        let values = headers[name.canonicalName]
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }
}
