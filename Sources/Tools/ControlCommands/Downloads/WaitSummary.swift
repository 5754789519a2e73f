// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import ToolSupport

/// Why downloads wait, a line a reason: thousands can wait for the same thing.
struct WaitSummary: Equatable {
    /// Reasons that are told; each server and each file can have one of its own.
    private static let reasonLimit = 10
    /// Downloads that are named for a reason.
    private static let nameLimit = 3

    let lines: [String]

    init(_ downloads: [DownloadRecord]) {
        var names: [String: [String]] = [:]
        var conditions: [String: Explanation.Condition] = [:]
        // In the order of the downloads.
        var reasons: [String] = []
        // Two apps may have downloads of one name.
        let apps = Dictionary(downloads.map { ($0.packID, Set([$0.bundleID])) }) { $0.union($1) }
        for download in downloads {
            guard let reason = Self.reason(of: download) else { continue }
            if names[reason] == nil { reasons.append(reason) }
            let isShared = (apps[download.packID]?.count ?? 0) > 1
            names[reason, default: []].append(
                isShared ? "\(download.packID) of \(download.bundleID)" : download.packID)
            conditions[reason] = download.condition
        }
        // Those that most wait for.
        let told = Set(
            reasons.enumerated().sorted {
                (-(names[$0.element]?.count ?? 0), $0.offset) < (-(names[$1.element]?.count ?? 0), $1.offset)
            }.prefix(Self.reasonLimit).map(\.element))
        var lines = reasons.filter(told.contains).map { Self.line($0, names[$0] ?? []) }
        let rest = reasons.filter { !told.contains($0) }
        if !rest.isEmpty {
            let count = rest.reduce(0) { $0 + (names[$1]?.count ?? 0) }
            lines.append(
                Self.waits(count, rest: true)
                    + " for \(Quantity.count(rest.count, "other reason")): "
                    + Self.kinds(
                        rest.map { (conditions[$0], names[$0]?.count ?? 0) }) + "`ba explain ID` or --json tells them")
        }
        self.lines = lines
    }

    /// `300 serverError, 190 diskFull; `, the most frequent first; empty where no condition is told.
    private static func kinds(_ reasons: [(condition: Explanation.Condition?, count: Int)]) -> String {
        var counts: [String: Int] = [:]
        for reason in reasons { if let name = reason.condition?.rawValue { counts[name, default: 0] += reason.count } }
        guard !counts.isEmpty else { return "" }
        return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { "\($0.value) \($0.key)" }
            .joined(separator: ", ") + "; "
    }

    /// What each is behind differs with its place in the line, and means the same to a person.
    private static func reason(of download: DownloadRecord) -> String? {
        guard let reason = download.waiting else { return nil }
        return download.condition == .behindDownloads ? "behind others (`ba explain ID` tells how many)" : reason
    }

    /// `Model waits: …`, `2 downloads (A, B) wait: …`, or `980 downloads (A, B, C and 977 more) wait: …`.
    private static func line(_ reason: String, _ names: [String]) -> String {
        let reason = PrintableText.of(reason)
        let shown = names.prefix(nameLimit).map { PrintableText.of($0) }
        guard names.count > 1 else { return "\(shown.first ?? "it") waits: \(reason)" }
        let others = names.count - nameLimit
        let list = shown.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        return "\(names.count) downloads (\(list)) wait: \(reason)"
    }

    private static func waits(_ count: Int, rest: Bool = false) -> String {
        "\(count) \(rest ? "more " : "")" + (count == 1 ? "download waits" : "downloads wait")
    }
}
