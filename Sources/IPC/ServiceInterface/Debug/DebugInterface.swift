// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The methods of `backgroundassets.v1.Debug`, as `Interfaces/backgroundassets.v1.Debug.varlink` describes them.
package enum DebugInterface {
    /// Who this is.
    package struct Device: ServiceMethod {
        package static let method = "backgroundassets.v1.Debug.Device"
        package static let answersAtOnce = true

        package init() {}

        package struct Reply: Codable, Equatable, Sendable {
            /// A UUID.
            package var id: String
            package var name: String
            package var version: String
            package var developerMode: Bool

            package init(id: String, name: String, version: String, developerMode: Bool) {
                self.id = id
                self.name = name
                self.version = version
                self.developerMode = developerMode
            }
        }
    }

    /// Does for an installed app what the system does at an event.
    package struct Simulate: ServiceMethod {
        package static let method = "backgroundassets.v1.Debug.Simulate"
        package var bundleID: String
        package var event: SimulatedEvent

        package init(bundleID: String, event: SimulatedEvent) {
            self.bundleID = bundleID
            self.event = event
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// Why the extension of the app does not run now all the same.
            package var refusal: String?

            package init(refusal: String? = nil) { self.refusal = refusal }
        }
    }

    /// The lines of the log that are about an app and its extension.
    package struct Logs: ServiceMethod {
        package static let method = "backgroundassets.v1.Debug.Logs"
        package static let streams = true
        package var bundleID: String
        package var follow: Bool

        package init(bundleID: String, follow: Bool) {
            self.bundleID = bundleID
            self.follow = follow
        }

        package typealias Reply = ControlInterface.Logs.Reply
    }
}
