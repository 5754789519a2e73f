// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingDelivery
package import HostingPublishing
package import HostingStorage
package import Hummingbird
package import Logging

/// What a host answers, by the path of a request.
package struct HostResponder: HTTPResponder, PromptResponder {
    package typealias Context = HostRequestContext

    private let api: APIEndpoint
    private let uploads: UploadEndpoint
    private let publishing: PublishingEndpoint
    private let health: HealthEndpoint
    private let logger: Logger

    package init(
        store: HostStore, api: APIEndpoint, uploads: UploadEndpoint, publishing: PublishingEndpoint, logger: Logger
    ) {
        self.api = api
        self.uploads = uploads
        self.publishing = publishing
        health = HealthEndpoint(store: store, logger: logger)
        self.logger = logger
    }

    /// What a request is about: one of a few words, whatever its path.
    package static func kind(ofPath path: String) -> String {
        if HealthEndpoint.paths.contains(path) { return "health" }
        if path.hasPrefix(PublishingEndpoint.prefix) { return "delivery" }
        return path.hasPrefix(UploadEndpoint.prefix) ? "upload" : "api"
    }

    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        request.target.hasPrefix(PublishingEndpoint.prefix)
            ? publishing.promptResponse(to: request) : api.promptResponse(to: request)
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        if HealthEndpoint.paths.contains(request.uri.path) { return await health.respond(to: request) }
        if request.uri.path.hasPrefix(PublishingEndpoint.prefix) {
            return await publishing.respond(to: request, on: context.eventLoop)
        }
        guard request.uri.path.hasPrefix(UploadEndpoint.prefix) else { return await api.respond(to: request) }
        do throws(APIFailure) { return try await uploads.respond(to: request) } catch {
            return ErrorResponse(failure: error, logger: logger).response
        }
    }
}
