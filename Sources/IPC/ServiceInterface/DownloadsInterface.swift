// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Downloads`: what is queued and in flight, and why the rest waits.
package enum DownloadsInterface {
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Downloads.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var downloads: [DownloadRecord]
            package init(downloads: [DownloadRecord]) { self.downloads = downloads }
        }
    }

    /// Why the thing named (a download, a pack, an app) is where it is.
    package struct Explain: ServiceMethod {
        package static let method = "backgroundassets.v1.Downloads.Explain"
        package var id: String

        package init(id: String) { self.id = id }

        package struct Reply: Codable, Equatable, Sendable {
            package var explanations: [Explanation]
            package init(explanations: [Explanation]) { self.explanations = explanations }
        }
    }

    /// Pauses, resumes or cancels the download of a pack, or of a file by its app's name for it.
    package struct ControlDownload: ServiceMethod {
        package static let method = "backgroundassets.v1.Downloads.ControlDownload"
        package typealias Reply = EmptyReply
        package enum Action: String, Codable, CaseIterable, Sendable { case pause, resume, cancel }
        package var bundleID: String?
        package var packID: String
        package var action: Action
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, packID: String, action: Action, callID: String? = nil) {
            self.bundleID = bundleID
            self.packID = packID
            self.action = action
            self.callID = callID
        }
    }

    /// Does the same to every download of an app, in one step.
    package struct ControlDownloads: ServiceMethod {
        package static let method = "backgroundassets.v1.Downloads.ControlDownloads"
        package var bundleID: String?
        package var action: ControlDownload.Action
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, action: ControlDownload.Action, callID: String? = nil) {
            self.bundleID = bundleID
            self.action = action
            self.callID = callID
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// Those that it was done to; none when none was under way.
            package var packIDs: [String]
            package init(packIDs: [String]) { self.packIDs = packIDs }
        }
    }
}

/// A download as the service lists it.
package struct DownloadRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration { case waiting, downloading, paused, unknown }

    package var bundleID: String
    package var packID: String
    package var version: Int
    package var state: State
    package var essential: Bool
    /// Whether an app in front waits for it; nil from a service that does not say.
    package var foreground: Bool?
    package var completedBytes: Int64
    package var totalBytes: Int64
    /// Why it does not progress.
    package var waiting: String?
    /// The same in a word, as `Explain` tells it; nil from a service that does not say.
    package var condition: Explanation.Condition?
    /// The ID of a file that its app has scheduled; nil for a pack. `packID` is the app's name for it then.
    package var fileID: String?

    package init(
        bundleID: String, packID: String, version: Int, state: State, essential: Bool, foreground: Bool? = nil,
        completedBytes: Int64, totalBytes: Int64, waiting: String?,
        condition: Explanation.Condition? = nil, fileID: String? = nil
    ) {
        self.bundleID = bundleID
        self.packID = packID
        self.version = version
        self.state = state
        self.essential = essential
        self.foreground = foreground
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.waiting = waiting
        self.condition = condition
        self.fileID = fileID
    }
}
