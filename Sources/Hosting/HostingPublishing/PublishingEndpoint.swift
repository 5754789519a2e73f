// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import HostingDelivery
internal import HostingModel
package import HostingStorage
package import Hummingbird
internal import HummingbirdCore
package import NIOCore

/// Answers the requests of devices: `/apps/<bundle identifier>/<audience>/manifest`, and what that leads to, and
/// `/apps/<bundle identifier>`, which is the app itself.
package struct PublishingEndpoint: Sendable {
    /// What its paths begin with.
    package static let prefix = "/apps/"

    private let store: HostStore
    private let cache: PublicationCache
    private let known = KnownAddresses()
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
            return await BuildResponder(store: store, bundleID: String(parts[0]), settings: settings)
                .respond(to: request, on: eventLoop)
        }
        guard parts.count == 3, let audience = Audience(parts[1]) else {
            return DeliveryProblem(
                .notFound,
                "nothing is served at this path: there is /apps/, the bundle identifier of an app, one of \(Audience.names), "
                    + "and /manifest; and /apps/ with the bundle identifier for the app itself"
            ).response()
        }
        let place = PublicationCache.Place(bundleID: String(parts[0]), audience: audience)
        do throws(DeliveryProblem) {
            guard let published = try await cache.publication(at: place) else {
                throw Self.missing(place.bundleID, audience)
            }
            let path = "/" + parts[2]
            let device = DeviceQuery { request.uri.queryParameters[Substring($0)].map(String.init) }
            let isForSome = try Self.needsToken(published, path: path, query: request.uri.query, device)
            if isForSome {
                try await DeviceAdmission(store: store).admit(request, toApp: published.appID, place.bundleID)
            }
            var catalog = HostedCatalog(
                store: store, cache: cache, place: place, published: published, device: device, settings: settings,
                isForSome: isForSome)
            catalog.addressExpiry = try addressExpiry(
                request.uri.queryParameters, query: request.uri.query, path: path, at: place)
            catalog.digest = request.uri.queryParameters["sha256"].map(String.init)
            let base = self.base() + Self.prefix + place.bundleID + "/" + audience.name
            return await DeliveryEndpoint(catalog: catalog) { _ in base }
                .respond(to: request, path: path, on: eventLoop)
        } catch {
            let response = error.response()
            return response.answering(request.method)
        }
    }

    /// Answers out of memory: nil where there is more to it.
    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        let target = request.target
        guard let change = store.lastChange else { return nil }
        if let content = known.content(at: target, change) { return content.response(to: request) }
        guard let content = promptContent(target, authority: request.authority, change) else { return nil }
        // A signed address is good for a while only, and a manifest of such has others then.
        if settings.signer == nil { known.keep(content, at: target, change) }
        return content.response(to: request)
    }

    private func promptContent(_ target: String, authority: String?, _ change: Int64) -> PromptContent? {
        let pieces = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = pieces[0].dropFirst(Self.prefix.count).split(
            separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let audience = Audience(parts[1]) else { return nil }
        let place = PublicationCache.Place(bundleID: String(parts[0]), audience: audience)
        guard let published = cache.publicationAtHand(at: place, change) else { return nil }
        let (path, query) = ("/" + parts[2], pieces.count > 1 ? String(pieces[1]) : nil)
        let parameters: Parameters = URI(target).queryParameters
        let device = DeviceQuery { parameters[Substring($0)].map(String.init) }
        var catalog = HostedCatalog(
            store: store, cache: cache, place: place, published: published, device: device, settings: settings,
            isForSome: false)
        do throws(DeliveryProblem) {
            // Who asks is asked for a token then.
            if try Self.needsToken(published, path: path, query: query, device) { return nil }
            catalog.addressExpiry = try addressExpiry(parameters, query: query, path: path, at: place)
            catalog.digest = parameters["sha256"].map(String.init)
        } catch { return nil }
        let base = self.base() + Self.prefix + place.bundleID + "/" + audience.name
        return DeliveryEndpoint(catalog: catalog) { _ in base }.promptContent(
            authority: authority, path: path, query: query)
    }

    static func missing(_ bundleID: String, _ audience: Audience) -> DeliveryProblem {
        let app = "no app with the bundle identifier \(bundleID) is served here"
        guard case .review(let id) = audience else { return DeliveryProblem(.notFound, app) }
        return DeliveryProblem(.notFound, app + ", or it has no submission \(id)")
    }

    /// Whether what is asked for is for devices with a token alone.
    private static func needsToken(
        _ published: HostedPublication, path: String, query: String?, _ device: DeviceQuery
    ) throws(DeliveryProblem) -> Bool {
        // What a private app has not got is nobody else's to know, either.
        if published.isPrivate { return true }
        return published.needsToken(try DeliveryTarget(path: path, query: query), for: device)
    }

    /// Until when the address of bytes is good, where addresses are signed; nil for that of a manifest.
    ///
    /// - Throws: a problem with 403 for one that is not good, or no longer.
    private func addressExpiry(
        _ parameters: Parameters, query: String?, path: String, at place: PublicationCache.Place
    ) throws(DeliveryProblem) -> Int64? {
        guard let signer = settings.signer,
            case .asset(let name, let version) = try DeliveryTarget(path: path, query: query)
        else { return nil }
        let expires = parameters["expires"].flatMap { Int64($0) }
        guard let version, let expires, let signature = parameters["signature"],
            signer.isAuthentic(
                AddressSigner.Subject(
                    bundleID: place.bundleID, audience: place.audience, name: name, version: version),
                expires: expires, signature: String(signature))
        else {
            throw DeliveryProblem(
                .forbidden, "this is no address that a manifest of this host has: ask for the manifest, and go by it")
        }
        guard Double(expires) > settings.now().seconds else {
            throw DeliveryProblem(
                .forbidden,
                "the address was good until \(Timestamp(milliseconds: expires * 1_000)): ask for the manifest, "
                    + "whose addresses are new")
        }
        return expires
    }
}
