// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file download as the service lists it.
package struct FileRecord: Codable, Equatable, Sendable {
    package enum State: String, OpenEnumeration { case waiting, downloading, paused, unknown }

    package var bundleID: String
    package var file: FileDownload
    package var state: State
    /// Asked for by an app in front.
    package var foreground: Bool
    package var completedBytes: Int64
    /// nil while the server has not said.
    package var totalBytes: Int64?
    /// Why it does not progress.
    package var waiting: String?
    /// The same in a word, as `Explain` tells it; nil from a service that does not say.
    package var condition: Explanation.Condition?

    package init(
        bundleID: String, file: FileDownload, state: State, foreground: Bool, completedBytes: Int64, totalBytes: Int64?,
        waiting: String?, condition: Explanation.Condition? = nil
    ) {
        self.bundleID = bundleID
        self.file = file
        self.state = state
        self.foreground = foreground
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.waiting = waiting
        self.condition = condition
    }
}
