// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingAPI
package import HostingDelivery
package import Hummingbird

/// Answers all requests of a host: those of browsers by the console, the others as before.
package struct ConsoleResponder: HTTPResponder, PromptResponder {
    package typealias Context = HostRequestContext

    private let host: HostResponder
    private let console: ConsoleEndpoint

    package init(host: HostResponder, console: ConsoleEndpoint) {
        self.host = host
        self.console = console
    }

    /// What a request is about: one of a few words, whatever its path.
    package static func kind(ofPath path: String) -> String {
        ConsoleEndpoint.answers(path) ? "page" : HostResponder.kind(ofPath: path)
    }

    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        ConsoleEndpoint.answers(request.target) ? nil : host.promptResponse(to: request)
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        guard ConsoleEndpoint.answers(request.uri.path) else {
            return try await host.respond(to: request, context: context)
        }
        return await console.respond(to: request, from: context.clientAddress)
    }
}
