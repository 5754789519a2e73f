// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ExtensionHost
package import MessageBus
package import SystemSupport
internal import TransferEngine

/// What the executable tells the service about its surroundings.
package struct ServiceConfiguration: Sendable {
    /// Of this release.
    package static let version = "0.1.0"

    /// How the process was started.
    package enum Activation: String, Sendable {
        /// By the first client.
        case onDemand = "on-demand"
        /// By systemd, which passed the socket.
        case socketActivated = "socket-activated"
        /// By a person, for debugging.
        case foreground
    }

    /// What an environment says of proxies.
    package static func proxyVariables(in environment: [String: String]) -> [String: String] {
        environment.filter { ProxyPolicy.variables.contains($0.key) }
    }

    package var location: ServiceLocation
    package var activation: Activation
    /// Whether a timer of systemd starts the service every hour: then it need not stay for the checks to come.
    package var isWokenByTimer: Bool
    /// What a process needs in its environment to find this service.
    package var clientEnvironment: [String: String]
    /// Absolute path of `ba`, for desktop entries.
    package var toolPath: String
    /// Where desktop entries go.
    package var applicationsFolder: String
    /// Where apps have caches of their own, each in a folder that is named by its bundle identifier.
    package var cachesFolder: String
    /// Whether the root was named, rather than found by the XDG rules.
    package var hasOwnRoot: Bool

    /// Where packages of the distribution put their drop-ins; nil when none are read.
    package var systemAppsFolder: String?

    /// Where the services of the desktop are asked how things stand.
    package var buses: BusAddresses

    /// Where the kernel tells of the machine's power.
    package var systemFolder: String

    /// The person's languages, best first, as BCP-47 tags.
    package var preferredLanguages: [String]

    /// What keeps extensions to their files.
    package var confinement: ConfinementSupport

    /// How the memory of extensions is measured.
    package var metering: MemoryMetering

    /// What the environment says of proxies. It may hold a password.
    package var proxyEnvironment: [String: String]

    package init(
        location: ServiceLocation, activation: Activation, isWokenByTimer: Bool = false,
        clientEnvironment: [String: String], toolPath: String,
        applicationsFolder: String, cachesFolder: String, hasOwnRoot: Bool, systemAppsFolder: String?,
        buses: BusAddresses = BusAddresses(), systemFolder: String = "/sys", preferredLanguages: [String],
        proxyEnvironment: [String: String] = [:], confinement: ConfinementSupport = .current,
        metering: MemoryMetering = .processes()
    ) {
        self.location = location
        self.activation = activation
        self.isWokenByTimer = isWokenByTimer
        self.clientEnvironment = clientEnvironment
        self.toolPath = toolPath
        self.applicationsFolder = applicationsFolder
        self.cachesFolder = cachesFolder
        self.hasOwnRoot = hasOwnRoot
        self.systemAppsFolder = systemAppsFolder
        self.buses = buses
        self.systemFolder = systemFolder
        self.preferredLanguages = preferredLanguages
        self.confinement = confinement
        self.metering = metering
        self.proxyEnvironment = proxyEnvironment
    }
}
