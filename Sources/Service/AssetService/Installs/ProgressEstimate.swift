// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// One progress over app download, installation, manifest and essential assets, weighted by the time each is expected to
/// take.
///
/// It begins with estimates, takes the true sizes when they are known, and never goes back: what a correction adds is
/// spread over the way that is left.
struct ProgressEstimate: Equatable, Sendable {
    /// A part of the work: bytes, and how many of them take a second.
    struct Part: Equatable, Sendable {
        var total: Int64
        var completed: Int64 = 0
        var bytesPerSecond: Double
        /// Its total is known, and no guess.
        var isKnown = false

        var totalTime: Double { Double(max(total, completed)) / bytesPerSecond }
        var completedTime: Double { Double(completed) / bytesPerSecond }
    }

    enum Step: Int, CaseIterable, Sendable {
        case appDownload, installation, manifest, essentialAssets
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
    /// Steps of which an earlier run of the service may have done a part, which `fraction` counts already.
    private var resumed: Set<Step>

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
            // Most are small: one counts when its size is known.
            Part(total: 0, bytesPerSecond: Self.downloadSpeed),
            Part(total: max(0, essentialEstimate), bytesPerSecond: Self.downloadSpeed),
        ]
        self.fraction = min(max(fraction, 0), Self.ceiling)
        base = (self.fraction, 0)
        // A bundle is copied from its beginning again.
        resumed = fraction > 0 ? [.appDownload, .essentialAssets] : []
    }

    /// Bytes of a step, those that are done and all; nil while its size is a guess.
    func bytes(of step: Step) -> (completed: Int64, total: Int64)? {
        let part = parts[step.rawValue]
        return part.isKnown && part.total > 1 ? (part.completed, max(part.total, part.completed)) : nil
    }

    var completedBytes: Int64 { parts.reduce(0) { $0 &+ $1.completed } }
    var totalBytes: Int64 { parts.reduce(0) { $0 &+ max($1.total, $1.completed) } }

    /// The true size of a step is known.
    mutating func correct(_ step: Step, total: Int64) {
        guard parts[step.rawValue].total != total else { return parts[step.rawValue].isKnown = true }
        parts[step.rawValue].total = max(0, total)
        parts[step.rawValue].isKnown = true
        base = (fraction, completedTime)
    }

    /// So many bytes of a step are done.
    mutating func complete(_ step: Step, bytes: Int64) {
        parts[step.rawValue].completed = max(parts[step.rawValue].completed, bytes)
        if resumed.remove(step) != nil {
            base = (fraction, completedTime)
            return
        }
        let left = totalTime - base.completed
        let done = completedTime - base.completed
        let value = left > 0 ? base.fraction + (1 - base.fraction) * min(1, done / left) : base.fraction
        fraction = max(fraction, min(value, Self.ceiling))
    }

    private var completedTime: Double { parts.reduce(0) { $0 + $1.completedTime } }
    private var totalTime: Double { parts.reduce(0) { $0 + $1.totalTime } }
}
