// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
package import Logging

/// What a host answers, by the path of a request.
package struct HostResponder: HTTPResponder {
    package typealias Context = HostRequestContext

    private let api: APIEndpoint
    private let uploads: UploadEndpoint
    private let logger: Logger

    package init(api: APIEndpoint, uploads: UploadEndpoint, logger: Logger) {
        self.api = api
        self.uploads = uploads
        self.logger = logger
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        guard request.uri.path.hasPrefix(UploadEndpoint.prefix) else { return await api.respond(to: request) }
        do throws(APIFailure) { return try await uploads.respond(to: request) } catch {
            return ErrorResponse(failure: error, logger: logger).response
        }
    }
}
