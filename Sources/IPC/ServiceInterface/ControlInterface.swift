// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Control`: the service itself, its settings and whom it trusts.
package enum ControlInterface {
    package struct Status: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Status"
        package static let answersAtOnce = true
        package init() {}

        package struct Reply: Codable, Equatable, Sendable {
            package var version: String
            package var protocolVersion: Int
            package var processID: Int
            package var root: String
            package var socket: String
            package var connections: Int
            /// How it was started: `on-demand`, `socket-activated` or `foreground`.
            package var activation: String
            /// nil of an older service.
            package var queue: QueueFigures?
            /// nil of an older service.
            package var tasks: TaskFigures?

            package init(
                version: String, protocolVersion: Int, processID: Int, root: String, socket: String, connections: Int,
                activation: String, queue: QueueFigures? = nil, tasks: TaskFigures? = nil
            ) {
                self.version = version
                self.protocolVersion = protocolVersion
                self.processID = processID
                self.root = root
                self.socket = socket
                self.connections = connections
                self.activation = activation
                self.queue = queue
                self.tasks = tasks
            }
        }
    }

    /// Ends the service gracefully; what was under way goes on at its next start.
    package struct Stop: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Stop"
        package static let answersAtOnce = true
        package typealias Reply = EmptyReply
        package init() {}
    }

    /// Has it be later for the service than it is, for developers.
    package struct AdvanceClock: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.AdvanceClock"
        package var seconds: Double

        package init(seconds: Double) { self.seconds = seconds }

        package struct Reply: Codable, Equatable, Sendable {
            /// Seconds since 1970.
            package var now: Double
            package init(now: Double) { self.now = now }
        }
    }

    /// All settings, with their meaning and default; of one app, those that can be set for it alone.
    package struct Settings: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Settings"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var settings: [SettingRecord]
            package init(settings: [SettingRecord]) { self.settings = settings }
        }
    }

    /// Sets a setting, or takes it back to its default with nil.
    package struct SetSetting: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.SetSetting"
        package static let answersAtOnce = true
        package typealias Reply = EmptyReply
        package var name: String
        package var value: String?
        /// The app for which alone it is set.
        package var bundleID: String?

        package init(name: String, value: String?, bundleID: String? = nil) {
            self.name = name
            self.value = value
            self.bundleID = bundleID
        }
    }

    /// The certificates that are trusted, oldest first.
    package struct TrustedCertificates: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.TrustedCertificates"
        package static let answersAtOnce = true
        package init() {}

        package struct Reply: Codable, Equatable, Sendable {
            package var certificates: [TrustedCertificate]
            package init(certificates: [TrustedCertificate]) { self.certificates = certificates }
        }
    }

    /// Trusts a certificate no longer.
    package struct Distrust: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Distrust"
        /// A fingerprint, or as much of its beginning as no other one has.
        package var fingerprint: String

        package init(fingerprint: String) { self.fingerprint = fingerprint }

        package struct Reply: Codable, Equatable, Sendable {
            /// The whole fingerprint.
            package var removed: String
            package init(removed: String) { self.removed = removed }
        }
    }

    /// Trusts the certificate authorities in a PEM text for downloads of this user.
    package struct Trust: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Trust"
        package var pem: String

        package init(pem: String) { self.pem = pem }

        package struct Reply: Codable, Equatable, Sendable {
            /// SHA-256 fingerprints, hexadecimal, of what is trusted now and was not before.
            package var added: [String]
            /// Fingerprints of what was trusted already.
            package var present: [String]

            package init(added: [String], present: [String]) {
                self.added = added
                self.present = present
            }
        }
    }

    /// The base URL that replaces scheme, host and port of every manifest URL, for development.
    package struct URLOverride: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.URLOverride"
        package static let answersAtOnce = true
        /// Set it to this; nil only asks, unless `clear`.
        package var url: String?
        package var clear: Bool

        package init(url: String? = nil, clear: Bool = false) {
            self.url = url
            self.clear = clear
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var url: String?
            package init(url: String?) { self.url = url }
        }
    }

    /// What is wrong with an installed app, a bundle at a path, or (without either) the service's surroundings.
    package struct Doctor: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Doctor"
        package var subject: String?

        package init(subject: String? = nil) { self.subject = subject }

        package struct Reply: Codable, Equatable, Sendable {
            package var findings: [Finding]
            package init(findings: [Finding]) { self.findings = findings }
        }
    }

    /// Lines of the service's log, and with `follow` those to come.
    package struct Logs: ServiceMethod {
        package static let method = "backgroundassets.v1.Control.Logs"
        package static let streams = true
        package var follow: Bool
        package var bundleID: String?

        package init(follow: Bool, bundleID: String? = nil) {
            self.follow = follow
            self.bundleID = bundleID
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var line: String
            package init(line: String) { self.line = line }
        }
    }
}

/// A setting: its value now, its default, and what it means.
package struct SettingRecord: Codable, Equatable, Sendable {
    package var name: String
    package var value: String
    package var defaultValue: String
    package var meaning: String

    package init(name: String, value: String, defaultValue: String, meaning: String) {
        self.name = name
        self.value = value
        self.defaultValue = defaultValue
        self.meaning = meaning
    }
}

/// One thing that `ba doctor` looked at.
package struct Finding: Codable, Equatable, Sendable {
    package enum Level: String, OpenEnumeration { case ok, warning, error, unknown }

    package var level: Level
    package var subject: String
    package var message: String

    package init(level: Level, subject: String, message: String) {
        self.level = level
        self.subject = subject
        self.message = message
    }
}
