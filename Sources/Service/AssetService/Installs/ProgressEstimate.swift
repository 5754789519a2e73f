// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One progress over app download, installation and essential assets, weighted by the time each is expected to take.
///
/// It begins with estimates, takes the true sizes when they are known, and never goes back: what a correction adds is
/// spread over the way that is left.
struct ProgressEstimate: Equatable, Sendable {
    /// A part of the work: bytes, and how many of them take a second.
    struct Part: Equatable, Sendable {
        var total: Int64
        var completed: Int64 = 0
        var bytesPerSecond: Double

        var totalTime: Double { Double(max(total, completed)) / bytesPerSecond }
        var completedTime: Double { Double(completed) / bytesPerSecond }
    }

    enum Step: Int, CaseIterable, Sendable {
        case appDownload, installation, essentialAssets
    }

    /// Expected speeds; what counts is how they compare.
    private static let downloadSpeed = 10e6
    private static let copySpeed = 200e6
    /// Until all is done, so much is left.
    private static let ceiling = 0.999

    private var parts: [Part]
    private(set) var fraction: Double
    /// Where the last correction took place: the fraction shown, and the time that was completed.
    private var base: (fraction: Double, completed: Double)

    static func == (left: Self, right: Self) -> Bool {
        left.parts == right.parts && left.fraction == right.fraction && left.base == right.base
    }

    /// - `appBytes`: bytes of the app's archive when it is downloaded, else 0.
    /// - `essentialEstimate`: BAEssentialDownloadAllowance, the first guess.
    /// - `fraction`: what was shown before, as after a restart.
    init(appBytes: Int64, installBytes: Int64, essentialEstimate: Int64, fraction: Double = 0) {
        parts = [
            Part(total: max(0, appBytes), bytesPerSecond: Self.downloadSpeed),
            Part(total: max(1, installBytes), bytesPerSecond: Self.copySpeed),
            Part(total: max(0, essentialEstimate), bytesPerSecond: Self.downloadSpeed),
        ]
        self.fraction = min(max(fraction, 0), Self.ceiling)
        base = (self.fraction, 0)
    }

    var completedBytes: Int64 { parts.reduce(0) { $0 &+ $1.completed } }
    var totalBytes: Int64 { parts.reduce(0) { $0 &+ max($1.total, $1.completed) } }

    /// The true size of a step is known.
    mutating func correct(_ step: Step, total: Int64) {
        guard parts[step.rawValue].total != total else { return }
        parts[step.rawValue].total = max(0, total)
        base = (fraction, completedTime)
    }

    /// So many bytes of a step are done.
    mutating func complete(_ step: Step, bytes: Int64) {
        parts[step.rawValue].completed = max(parts[step.rawValue].completed, bytes)
        let left = totalTime - base.completed
        let done = completedTime - base.completed
        let value = left > 0 ? base.fraction + (1 - base.fraction) * min(1, done / left) : base.fraction
        fraction = max(fraction, min(value, Self.ceiling))
    }

    private var completedTime: Double { parts.reduce(0) { $0 + $1.completedTime } }
    private var totalTime: Double { parts.reduce(0) { $0 + $1.totalTime } }
}
