// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A method of one of our interfaces: the value is its parameters.
package protocol ServiceMethod: Codable, Sendable {
    /// The parameters of its reply, or of each reply when it streams.
    associatedtype Reply: Codable & Sendable

    /// Fully qualified name, as in `backgroundassets.v1.Apps.List`.
    static var method: String { get }
    /// Whether it is called with `more` and replies several times.
    static var streams: Bool { get }
    /// Whether the service answers out of what it knows, without waiting for a host, an extension or a disk.
    static var answersAtOnce: Bool { get }
}

extension ServiceMethod {
    package static var streams: Bool { false }
    package static var answersAtOnce: Bool { false }
}

/// A reply that says nothing but that the call was carried out.
package struct EmptyReply: Codable, Equatable, Sendable {
    package init() {}
}

/// Versions and names that both ends of the protocol know.
package enum ServiceProtocol {
    /// Rises with each additive change inside `backgroundassets.v1`.
    package static let version = 1
    /// The environment variable that tells a process which app it is (a launch token).
    package static let launchTokenVariable = "BACKGROUND_ASSETS_LAUNCH_TOKEN"
    /// The bundle ID of an app that the service launched: where its packs lie, without a call. It proves nothing.
    package static let bundleIDVariable = "BACKGROUND_ASSETS_BUNDLE_ID"
    /// In an app that the service has started in the background: it is opened by nobody, and has nothing to show.
    package static let backgroundLaunchVariable = "BACKGROUND_ASSETS_BACKGROUND_LAUNCH"
    /// Under the root: a file a bundle, on which whoever has exclusive control over its downloads holds a lock.
    package static let lockFolder = "locks"
    /// In an extension: the numbers of the two inherited sockets, as `SERVE,CALL`.
    package static let extensionSocketsVariable = "BACKGROUND_ASSETS_EXTENSION_SOCKETS"
    /// In an extension: the numbers of the inherited sockets on which it can follow events, of packs or of files, or
    /// ask for exclusive control, one each.
    /// Extensions that were built before they were passed have no use for them.
    package static let extensionStreamVariables = [
        "BACKGROUND_ASSETS_EXTENSION_STREAM", "BACKGROUND_ASSETS_EXTENSION_SECOND_STREAM",
        "BACKGROUND_ASSETS_EXTENSION_THIRD_STREAM",
    ]
}
