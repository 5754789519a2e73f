// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
package import HostingStorage
package import Hummingbird
package import NIOCore

/// Answers the requests of devices: `/apps/<bundle identifier>/<context>/manifest`, and what that leads to, and
/// `/apps/<bundle identifier>`, which is the app itself.
package struct PublishingEndpoint: Sendable {
    /// What its paths begin with.
    package static let prefix = "/apps/"

    private let store: HostStore
    private let cache: PublicationCache
    private let settings: DeliverySettings
    private let base: @Sendable () -> String

    /// - `base`: what stands before every path, as clients see it.
    package init(store: HostStore, settings: DeliverySettings, base: @escaping @Sendable () -> String) {
        self.store = store
        cache = PublicationCache(store: store)
        self.settings = settings
        self.base = base
    }

    /// Answers one request. It does not throw: what goes wrong is an answer too.
    package func respond(to request: Request, on eventLoop: (any EventLoop)? = nil) async -> Response {
        let parts = request.uri.path.dropFirst(Self.prefix.count).split(
            separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 1, !parts[0].isEmpty {
            return await BuildResponder(store: store, bundleID: String(parts[0])).respond(to: request, on: eventLoop)
        }
        guard parts.count == 3, let context = ReleaseContext(rawValue: String(parts[1])) else {
            let contexts = ReleaseContext.allCases.map(\.rawValue).joined(separator: ", ")
            return DeliveryProblem(
                .notFound,
                "nothing is served at this path: there is /apps/, the bundle identifier of an app, one of \(contexts), "
                    + "and /manifest; and /apps/ with the bundle identifier for the app itself"
            ).response()
        }
        let place = PublicationCache.Place(bundleID: String(parts[0]), context: context)
        do throws(DeliveryProblem) {
            guard let published = try await cache.publication(at: place) else {
                throw DeliveryProblem(.notFound, "no app with the bundle identifier \(place.bundleID) is served here")
            }
            let catalog = HostedCatalog(
                store: store, cache: cache, place: place, published: published,
                device: DeviceQuery { request.uri.queryParameters[Substring($0)].map(String.init) }, settings: settings)
            let base = self.base() + Self.prefix + place.bundleID + "/" + context.rawValue
            return await DeliveryEndpoint(catalog: catalog) { _ in base }
                .respond(to: request, path: "/" + parts[2], on: eventLoop)
        } catch {
            let response = error.response()
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}
