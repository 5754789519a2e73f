// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import Hummingbird
package import NIOCore

/// Answers the requests of devices from a catalog: `/manifest`, `/assets/<id>` and `/assets/<id>.blocks`.
package struct DeliveryEndpoint: Sendable {
    private let catalog: any DeliveryCatalog
    private let base: @Sendable (_ authority: String?) -> String

    /// `base` goes from the authority (host and port) that a request names, if it does, to what stands before
    /// `/assets/…` in the manifest's URLs: scheme, authority and path, with no slash at the end.
    package init(catalog: any DeliveryCatalog, base: @escaping @Sendable (_ authority: String?) -> String) {
        self.catalog = catalog
        self.base = base
    }

    /// Answers one request. It does not throw: what goes wrong is an answer too. `eventLoop` is that of the connection.
    ///
    /// - `path`: behind what the base has of it; nil for that of the request.
    package func respond(
        to request: Request, path: String? = nil, on eventLoop: (any EventLoop)? = nil
    ) async -> Response {
        var response: Response
        do throws(DeliveryProblem) {
            response = try await answer(request, path ?? request.uri.path, eventLoop)
        } catch {
            response = error.response()
        }
        // An answer to HEAD has the fields of one to GET and no body (RFC 9110, 9.3.2).
        return response.answering(request.method)
    }

    /// What requests for an address are answered with, as far as it is in memory; nil where there is more to it.
    ///
    /// - `authority`: host and port that the request names, if it does.
    /// - `path`, `query`: behind what the base has of it.
    package func promptContent(authority: String?, path: String, query: String?) -> PromptContent? {
        guard let target = try? DeliveryTarget(path: path, query: query),
            let content = catalog.contentAtHand(target, base: base(authority)), let sender = content.senderAtHand
        else { return nil }
        switch target {
        case .manifest:
            let responder = ContentResponder(
                content, contentType: "application/json", cachePolicy: catalog.manifestPolicy)
            return PromptContent(responder, cost: Int(content.size))
        case .asset(_, let version):
            let responder = ContentResponder(
                content, contentType: "application/octet-stream",
                cachePolicy: catalog.assetPolicy(isVersioned: version != nil))
            guard case .other(let handOver) = sender else { return PromptContent(responder) }
            return PromptContent(responder, handOver: handOver)
        }
    }

    private func answer(
        _ request: Request, _ path: String, _ eventLoop: (any EventLoop)?
    ) async throws(DeliveryProblem) -> Response {
        switch try DeliveryTarget(path: path, query: request.uri.query) {
        case .manifest(let form):
            let manifest = try await catalog.manifest(in: form, base: base(request.head.authority))
            return await ContentResponder(
                manifest, contentType: "application/json", cachePolicy: catalog.manifestPolicy
            ).respond(to: request)
        case .asset(let name, let version):
            let content = try await content(name: name, version: version)
            let handOver: ContentHandOver?
            do throws(ContentError) { handOver = try await content.handOver(for: request.method) } catch {
                throw DeliveryProblem(.serviceUnavailable, "the bytes cannot be had now; ask again", retryAfter: 5)
            }
            return await ContentResponder(
                content, contentType: "application/octet-stream",
                cachePolicy: catalog.assetPolicy(isVersioned: version != nil), eventLoop: eventLoop
            ).respond(to: request, handOver)
        }
    }

    /// A name that ends like that of a blocks file is a pack's ID first, if there is such a pack.
    private func content(name: String, version: Int?) async throws(DeliveryProblem) -> any DeliveryContent {
        let archiveProblem: DeliveryProblem
        do throws(DeliveryProblem) {
            return try await catalog.content(.archive, ofPackWithID: name, version: version)
        } catch {
            archiveProblem = error
        }
        guard archiveProblem.status == .notFound, name.hasSuffix(PackPart.blocksSuffix) else { throw archiveProblem }
        let id = String(name.dropLast(PackPart.blocksSuffix.count))
        return try await catalog.content(.blocks, ofPackWithID: id, version: version)
    }
}
