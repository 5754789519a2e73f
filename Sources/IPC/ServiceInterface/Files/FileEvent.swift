// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that happened to a file download.
package struct FileEvent: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The subscription stands: from here on nothing is missed. Comes once in every stream, without a file.
        case subscribed
        case began, paused, downloading, finished, failed
        /// Its server asks something that the app answers with `AnswerChallenge`.
        case challenged
        case unknown
    }

    /// Rises within a service's database; the same event keeps its ID when it is sent again.
    package var id: Int64
    package var kind: Kind
    package var bundleID: String
    package var file: FileDownload?
    /// Since the last event of this kind.
    package var bytesWritten: Int64
    package var completedBytes: Int64
    /// nil while the server has not said.
    package var totalBytes: Int64?
    /// Where the file lies that is finished, absolute.
    package var path: String?
    package var failure: FileFailure?
    package var challenge: Challenge?

    package init(
        id: Int64, kind: Kind, bundleID: String, file: FileDownload?, bytesWritten: Int64 = 0,
        completedBytes: Int64 = 0,
        totalBytes: Int64? = nil, path: String? = nil, failure: FileFailure? = nil, challenge: Challenge? = nil
    ) {
        self.id = id
        self.kind = kind
        self.bundleID = bundleID
        self.file = file
        self.bytesWritten = bytesWritten
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
        self.path = path
        self.failure = failure
        self.challenge = challenge
    }

    /// Whether it tells how something ended: such events are kept until somebody has taken them.
    package var isEnding: Bool { kind == .finished || kind == .failed }
}
