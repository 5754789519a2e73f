// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of an app that the system runs in a process of its own.
///
/// Mark a type that conforms with `@main`. The system starts the process and asks the extension over sockets that it
/// inherits; started by hand it says so and ends.
public protocol AppExtension {
    /// What the system needs to know to connect to the extension.
    associatedtype Configuration: AppExtensionConfiguration

    /// What the system needs to know to connect to the extension.
    var configuration: Configuration { get }

    /// Makes the extension; called once in its process.
    init()

    /// What the extension answers to the system. Not for clients: the protocols of each kind of extension fill it in.
    static func _requests(to instance: Self) -> _ExtensionRequests
}

/// What the system needs to know to connect to an extension.
@MainActor @preconcurrency public protocol AppExtensionConfiguration: Sendable {}

extension AppExtension {
    /// Runs the extension until the system ends it.
    public static func main() { ExtensionProcess.run(Self.self) }

    /// Answers nothing.
    public static func _requests(to instance: Self) -> _ExtensionRequests { _ExtensionRequests() }
}
