// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport

/// How much an app has scheduled, beside what an app may have: a mistake in a loop fills neither disk nor memory, and takes
/// nothing from other apps.
struct DownloadRoom: Sendable {
    /// What an app wanted when there was no room.
    struct Overflow: Equatable, Sendable {
        /// Seconds since 1970.
        let since: Double
        /// Downloads that were refused.
        var count = 0
    }

    let bundleID: String
    /// Downloads that have not ended.
    var scheduled: Int
    /// Ends that nobody has taken.
    let untaken: Int
    /// Bytes of the descriptions of those that have not ended.
    var size: Int

    var isFull: Bool { scheduled + untaken >= FilesInterface.largestCount || size >= FilesInterface.largestSize }

    /// Takes the room of a download.
    ///
    /// - `bytes`: of its description.
    /// - Returns: whether there was some.
    mutating func take(bytes: Int) -> Bool {
        if isFull { return false }
        scheduled += 1
        size += bytes
        return true
    }

    /// What it holds, and what it may hold.
    var words: String {
        let ends = untaken == 0 ? "" : " and \(untaken) ends that nobody has taken"
        return "\(bundleID) has \(scheduled) downloads scheduled (\(ByteCount.text(Int64(size))))\(ends), and may have "
            + "\(FilesInterface.largestCount) (\(ByteCount.text(Int64(FilesInterface.largestSize)))) at a time"
    }

    /// What would make room.
    static let endsWhen = "downloads end and their ends are taken, or are cancelled"

    var error: ServiceError {
        ServiceError(
            .tooManyDownloads, "\(words): there is room for more when \(Self.endsWhen)", subject: bundleID)
    }
}
