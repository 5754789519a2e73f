// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage
internal import Hummingbird
internal import NIOCore

/// Answers what installs an app: `/apps/<bundle identifier>?context=<audience>` is the archive of the build that the audience has
/// for the processor of the device.
struct BuildResponder: Sendable {
    /// Where nobody says which.
    private static let usualAudience = Audience.context(.appStore)
    /// Those that may stand in a name of a file that is told to clients.
    private static let nameCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")

    let store: HostStore
    let bundleID: String
    let settings: DeliverySettings

    func respond(to request: Request, on eventLoop: (any EventLoop)?) async -> Response {
        var response: Response
        do throws(DeliveryProblem) { response = try await answer(request, eventLoop) } catch {
            response = error.response()
        }
        // The same address is answered by what the device says of itself.
        response.headers[.vary] = "User-Agent"
        return response.answering(request.method)
    }

    private func answer(
        _ request: Request, _ eventLoop: (any EventLoop)?
    ) async throws(DeliveryProblem) -> Response {
        let audience = try audience(of: request)
        let published = try await PublicationCache.serving { () throws(StorageError) in
            try await store.publishedBuilds(bundleID: bundleID, for: audience)
        }
        guard let (app, builds) = published else {
            throw PublishingEndpoint.missing(bundleID, audience)
        }
        if app.isPrivate { try await DeviceAdmission(store: store).admit(request, toApp: app.id, bundleID) }
        let build = try choose(among: builds, for: DeviceArchitecture.name(of: request), audience)
        guard let archive = build.archive else {
            throw DeliveryProblem(.internalServerError, "the build of \(bundleID) is published and was not processed")
        }
        let content = ObjectContent(
            StoredObject(key: build.upload.key, size: build.size, sha256: archive.sha256), in: store.objects, settings,
            isForSome: app.isPrivate)
        let handOver: ContentHandOver?
        do throws(ContentError) { handOver = try await content.handOver(for: request.method) } catch {
            throw DeliveryProblem(.serviceUnavailable, "the bytes cannot be had now; ask again", retryAfter: 5)
        }
        var response = await ContentResponder(
            content, contentType: "application/octet-stream",
            cachePolicy: app.isPrivate ? .personal(.revalidated) : .revalidated, eventLoop: eventLoop
        ).respond(to: request, handOver)
        if response.status == .ok {
            let name = String(
                build.fileName.unicodeScalars.map { Self.nameCharacters.contains($0) ? Character($0) : "_" })
            response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        }
        return response
    }

    private func audience(of request: Request) throws(DeliveryProblem) -> Audience {
        let names = request.uri.queryParameters.getAll("context")
        guard names.count <= 1 else {
            throw DeliveryProblem(.badRequest, "the parameter context must be one, and \(names.count) are given")
        }
        guard let name = names.first.map({ String($0) }) else { return Self.usualAudience }
        guard let audience = Audience(name) else {
            throw DeliveryProblem(.badRequest, "the parameter context must be one of \(Audience.names)")
        }
        return audience
    }

    /// - `builds`: the one that was released last first.
    /// - `architecture`: nil where the device has not told.
    private func choose(
        among builds: [HostedBuild], for architecture: String?, _ audience: Audience
    ) throws(DeliveryProblem) -> HostedBuild {
        guard !builds.isEmpty else {
            throw DeliveryProblem(.notFound, "no build of \(bundleID) has been released in \(audience.name)")
        }
        let kinds = builds.map { $0.archive?.architecture ?? "any processor" }.joined(separator: ", ")
        guard let architecture else {
            if builds.count == 1 { return builds[0] }
            throw DeliveryProblem(
                .badRequest,
                "there are builds of \(bundleID) for \(kinds): say which with the parameter architecture")
        }
        let fitting = builds.first { build in
            build.archive?.architecture == nil || build.archive?.architecture == architecture
        }
        guard let fitting else {
            throw DeliveryProblem(
                .notFound,
                "no build of \(bundleID) in \(audience.name) runs on \(architecture): there is one for \(kinds)")
        }
        return fitting
    }
}
