// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Apps`: what is installed, and installing, updating, launching and removing it.
package enum AppsInterface {
    /// The first call on a connection of an app or extension: who it is, and whether both ends fit together.
    package struct Hello: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Hello"
        package var protocolVersion: Int
        /// The root that the caller expects to talk to.
        package var root: String
        /// From the environment; without it the service looks at the caller's executable.
        package var token: String?
        /// The languages the person prefers, best first, as BCP-47 tags.
        package var preferredLanguages: [String]
        /// The service has started the process in the background: nobody has opened the app.
        package var background: Bool?

        package init(
            protocolVersion: Int, root: String, token: String?, preferredLanguages: [String], background: Bool? = nil
        ) {
            self.protocolVersion = protocolVersion
            self.root = root
            self.token = token
            self.preferredLanguages = preferredLanguages
            self.background = background
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var protocolVersion: Int
            package var root: String
            package var bundleID: String
            package var appGroupID: String?
            /// Why managed packs cannot work for this app; nil when all is well.
            package var configurationProblem: String?
            /// The language that the app chose over the person's preferences, as a BCP-47 tag.
            package var resolvedLanguage: String?

            package init(
                protocolVersion: Int, root: String, bundleID: String, appGroupID: String?,
                configurationProblem: String?, resolvedLanguage: String? = nil
            ) {
                self.protocolVersion = protocolVersion
                self.root = root
                self.bundleID = bundleID
                self.appGroupID = appGroupID
                self.configurationProblem = configurationProblem
                self.resolvedLanguage = resolvedLanguage
            }
        }
    }

    /// Every app on record.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.List"
        package static let answersAtOnce = true
        package init() {}

        package struct Reply: Codable, Equatable, Sendable {
            package var apps: [AppRecord]
            package init(apps: [AppRecord]) { self.apps = apps }
        }
    }

    /// Installs, or updates to, what `source` holds: the path of a folder, `.tar[.gz|.xz|.zst]` or `.aar`, or an https
    /// URL of an archive. Streams progress; goes on when the caller leaves.
    package struct Install: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Install"
        package static let streams = true
        package typealias Reply = InstallationProgress
        package var source: String
        package var allowDowngrade: Bool
        /// A repeat with the same ID does not start a second installation.
        package var callID: String
        /// nil: nobody can be asked; an app that names sizes is refused then.
        package var consent: InstallConsent?
        /// What the host of an https source is shown when it asks who this is, now and later on; nil for nothing.
        package var token: String?

        package init(
            source: String, allowDowngrade: Bool, callID: String, consent: InstallConsent? = nil, token: String? = nil
        ) {
            self.source = source
            self.allowDowngrade = allowDowngrade
            self.callID = callID
            self.consent = consent
            self.token = token
        }
    }

    /// Updates an app to what lies at the https address that it was installed from. Streams progress, of which there is
    /// only the last when there is nothing newer; goes on when the caller leaves.
    package struct Update: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Update"
        package static let streams = true
        package typealias Reply = InstallationProgress
        package var bundleID: String
        /// A repeat with the same ID does not start a second update.
        package var callID: String
        /// nil: nobody can be asked; a version that names larger sizes than the installed one is refused then.
        package var consent: InstallConsent?

        package init(bundleID: String, callID: String, consent: InstallConsent? = nil) {
            self.bundleID = bundleID
            self.callID = callID
            self.consent = consent
        }
    }

    /// Follows the installation of an app that is under way, or tells how the last one ended.
    package struct Watch: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Watch"
        package static let streams = true
        package typealias Reply = InstallationProgress
        package var bundleID: String

        package init(bundleID: String) { self.bundleID = bundleID }
    }

    /// Adopts a bundle where it lies: it is not copied, and its files stay the caller's.
    package struct Register: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Register"
        package static let streams = true
        package typealias Reply = InstallationProgress
        package var path: String
        package var callID: String

        package init(path: String, callID: String) {
            self.path = path
            self.callID = callID
        }
    }

    /// Pauses, resumes or cancels an installation under way, or agrees to the sizes that it waits for consent to.
    package struct ControlInstallation: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.ControlInstallation"
        package enum Action: String, Codable, CaseIterable, Sendable {
            case pause, resume, cancel, consent
            /// Calls it off for as long as it waits for consent; what somebody has agreed to meanwhile goes on.
            case decline
        }
        /// Also the name that the installation had before it was known which app it is.
        package var bundleID: String
        package var action: Action
        package var callID: String?
        /// What a person who agrees has been shown; nil where that is whatever the app names.
        package var sizes: InstallSizes?

        package init(bundleID: String, action: Action, callID: String? = nil, sizes: InstallSizes? = nil) {
            self.bundleID = bundleID
            self.action = action
            self.callID = callID
            self.sizes = sizes
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// What the installation goes by now; nil from an older service.
            package var bundleID: String?

            package init(bundleID: String? = nil) { self.bundleID = bundleID }
        }
    }

    /// Asks to launch an app; refused while essential assets are missing. The caller executes the answer, unless a process goes on instead.
    package struct Launch: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Launch"
        package var bundleID: String

        package init(bundleID: String) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var executable: String
            package var directory: String
            /// Environment variables to add.
            package var environment: [String: String]
            /// The process of the app, which was suspended, and goes on in front; nil for none.
            package var processID: Int32?

            package init(
                executable: String, directory: String, environment: [String: String], processID: Int32? = nil
            ) {
                self.executable = executable
                self.directory = directory
                self.environment = environment
                self.processID = processID
            }
        }
    }

    /// A token that gives any process the identity of an app (`ba run --app ID -- COMMAND`).
    package struct Identify: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Identify"
        package var bundleID: String

        package init(bundleID: String) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var environment: [String: String]
            package init(environment: [String: String]) { self.environment = environment }
        }
    }

    /// Removes an app with its packs and, unless `keepData`, its group's data.
    package struct Uninstall: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Uninstall"
        package typealias Reply = EmptyReply
        package var bundleID: String
        package var keepData: Bool
        package var callID: String?

        package init(bundleID: String, keepData: Bool, callID: String? = nil) {
            self.bundleID = bundleID
            self.keepData = keepData
            self.callID = callID
        }
    }

    /// Quits an app for a person: its processes are ended, and its extension is not woken until it is opened again.
    package struct Quit: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.Quit"
        package var bundleID: String

        package init(bundleID: String) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            /// Processes that were ended.
            package var ended: [Int32]
            /// Those among them that did not end when they were asked to.
            package var killed: [Int32]

            package init(ended: [Int32], killed: [Int32]) {
                self.ended = ended
                self.killed = killed
            }
        }
    }

    /// Says whether an app that runs is in front: a toolkit says it of the process that calls, a tool of all processes of an app.
    package struct SetState: ServiceMethod {
        package static let method = "backgroundassets.v1.Apps.SetState"
        package static let answersAtOnce = true
        package enum State: String, Codable, CaseIterable, Sendable { case foreground, background }
        /// nil: the caller's own.
        package var bundleID: String?
        package var state: State

        package init(bundleID: String? = nil, state: State) {
            self.bundleID = bundleID
            self.state = state
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// The processes whose state it is now; none when the app does not run.
            package var processIDs: [Int32]

            package init(processIDs: [Int32]) { self.processIDs = processIDs }
        }
    }
}
