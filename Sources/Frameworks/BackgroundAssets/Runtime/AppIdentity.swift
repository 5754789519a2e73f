// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ExtensionFoundation
internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import Synchronization
internal import SystemSupport

/// Which app this process belongs to, and the client through which it calls the service.
final class AppIdentity: Sendable {
    /// The identity of this process.
    static let own = AppIdentity(environment: ProcessInfo.processInfo.environment)

    /// The app group of this process's app; asks the service when it has not answered yet.
    static var ownGroup: String? { try? own.reply().appGroupID }

    /// Where the service keeps its state, or why the environment has no place for one.
    let place: Result<ServiceLocation, ServiceClientError>
    let isExtension: Bool
    /// Tells the service that the app runs; nil in an extension, and without a place for a service.
    let presence: ServicePresence?
    private let client: ServiceClient?
    private let knownBundleID: String?

    init(environment: [String: String]) {
        do throws(ServiceLocationError) {
            place = .success(try ServiceLocation(environment: environment))
        } catch { place = .failure(.location(error)) }
        knownBundleID = environment[ServiceProtocol.bundleIDVariable].flatMap { IdentifierRule.allows($0) ? $0 : nil }
        let role = ServiceClient.Role.app(in: environment)
        guard case .success(let location) = place else {
            isExtension = false
            client = nil
            presence = nil
            return
        }
        if let sockets = ExtensionSockets(environment: environment) {
            isExtension = true
            client = ServiceClient(
                location: location, role: role, inheriting: OwnedDescriptor(taking: sockets.call),
                streams: sockets.streams)
            presence = nil
        } else {
            isExtension = false
            let client = ServiceClient(
                location: location, role: role, launcher: ServiceLauncher(environment: environment))
            self.client = client
            presence = ServicePresence(client: client)
        }
    }

    /// The client, whatever the service thinks of the app.
    var service: ServiceClient {
        get throws(ServiceClientError) {
            guard let client else {
                _ = try place.get()
                throw .location(.noHome)
            }
            return client
        }
    }

    /// nil when the environment has no place for a service.
    var location: ServiceLocation? { try? place.get() }

    /// What the service said of this app. Blocks until it has.
    func reply() throws(ServiceClientError) -> AppsInterface.Hello.Reply {
        try known(service.identityBlocking())
    }

    /// The same for a task.
    func reply() async throws(ServiceClientError) -> AppsInterface.Hello.Reply {
        try known(await service.identity())
    }

    private func known(_ reply: AppsInterface.Hello.Reply?) throws(ServiceClientError) -> AppsInterface.Hello.Reply {
        guard let reply else {
            throw .service(ServiceError(.notAttributed, "the service does not know which app this process belongs to"))
        }
        return reply
    }

    /// Whether `bundleID` answers without the service.
    var knowsBundleID: Bool { knownBundleID != nil }

    /// The bundle of this app: from the environment, else from the service.
    func bundleID() throws(ServiceClientError) -> String {
        if let knownBundleID { return knownBundleID }
        return try (reply() as AppsInterface.Hello.Reply).bundleID
    }
}
