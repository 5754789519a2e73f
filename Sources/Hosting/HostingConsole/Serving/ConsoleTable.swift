// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingOpenID

/// All pages, and all that forms do.
struct ConsoleTable: Sendable {
    private let routes: [ConsoleRoute]

    /// - `provider`: by which members may sign in; nil for none.
    init(provider: OpenIDProvider?) {
        routes =
            SignInPages(provider: provider?.settings.name).routes
            + (provider.map { OpenIDPages(provider: $0).routes } ?? []) + AppSettingsPages.routes
            + AppPages.routes + PackPages.routes + VersionPages.routes + UploadPages.routes + BuildPages.routes
            + AppVersionPages.routes
            + ReviewPages.routes + WebhookPages.routes + TeamPages.routes + AccountPages.routes + LogPages.routes
    }

    /// - `parts`: of the path behind the root.
    func route(
        _ method: HTTPRequest.Method, _ parts: [String]
    ) throws(ConsoleFailure) -> (route: ConsoleRoute, parameters: [String]) {
        var methods: Set<HTTPRequest.Method> = []
        for route in routes {
            guard let parameters = route.parameters(of: parts) else { continue }
            methods.insert(route.method)
            if route.method == .get { methods.insert(.head) }
            if route.method == method || (method == .head && route.method == .get) { return (route, parameters) }
        }
        if methods.isEmpty { throw .nothing }
        throw ConsoleFailure(
            .methodNotAllowed, "This address is for a form of the page: go back, and use that.",
            allowed: methods.sorted { $0.rawValue < $1.rawValue })
    }
}
