// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

extension PageContent {
    /// An app, with what goes on for it.
    struct App: Equatable, Sendable {
        let name: String
        let version: String
        let bundleID: String
        /// An element's ID, and where its page is.
        let element: String
        let address: String
        /// `fetching assets, 12 MB of 24 MB`, or `ready`.
        let state: String
        /// Of 100; nil when it is not being installed.
        let percent: Int?
        let notes: [String]
        /// The first of them, in the service's order.
        let downloads: [Download]
        /// `and 9,980 more`.
        let more: String?
        let controls: [Control]
        /// What is read out: the state without its figures.
        let words: String
        let order: Int
    }
}

extension PageContent.App {
    /// An app may have thousands.
    private static let shownDownloads = 20

    init(
        _ record: AppRecord, base: String, progress: InstallationProgress?,
        downloads: [DownloadRecord], explanations: [Explanation]
    ) {
        // Its own also when others come and go: what has the keyboard's focus stays what it was.
        let element = "app-" + PageTarget.encoded(record.bundleID)
        let isArriving = record.isArriving
        name = record.name
        version = record.version
        bundleID = record.bundleID
        self.element = element
        address = base + PageTarget.path(of: record.bundleID)
        percent = isArriving ? Quantity.percentage(progress?.fraction ?? record.fraction ?? 0) : nil
        words = isArriving ? progress?.phase.words ?? "being installed" : record.state.rawValue
        var state = words
        if isArriving, let progress, progress.totalBytes > 0 {
            state += ", \(Quantity.bytes(progress.completedBytes)) of \(Quantity.bytes(progress.totalBytes))"
        }
        self.state = state
        self.downloads = downloads.prefix(Self.shownDownloads).map(PageContent.Download.init)
        let rest = downloads.count - Self.shownDownloads
        more = rest > 0 ? "and \(rest) more" : nil
        // What its state and its downloads say already is not said again.
        let said = Set(downloads.map { "\($0.packID) of \(record.bundleID)" } + [record.bundleID])
        let waits = explanations.filter { $0.isWait && !said.contains($0.subject) }.map { explanation in
            "\(explanation.subject): \(explanation.reason)"
                + (explanation.endsWhen.map { ". This ends when \($0)" } ?? "")
        }
        notes = [isArriving ? progress?.detail : nil, record.note].compactMap(\.self) + waits
        order = isArriving ? 0 : downloads.isEmpty ? 2 : 1
        // Of what is paused beside what is not, each can be had.
        let isPaused = isArriving ? progress?.phase == .paused : downloads.contains { $0.state == .paused }
        let goesOn = isArriving ? !isPaused : downloads.contains { $0.state != .paused }
        let actions: [(TransferControl.Action, String)] =
            order == 2
            ? [] : (goesOn ? [(.pause, "Pause")] : []) + (isPaused ? [(.resume, "Resume")] : []) + [(.cancel, "Cancel")]
        let path = address
        controls = actions.map { action, label in
            PageContent.Control(
                label: isArriving ? label : label + " downloads", address: path + "/" + action.rawValue,
                // One takes the other's place, and the keyboard's focus with it, where only one of them is there.
                id: element + (action == .cancel ? "-cancel" : action == .resume && goesOn ? "-resume" : "-pause"))
        }
    }
}

extension Explanation {
    /// Whether it waits for something that is to come, rather than for somebody to ask for it.
    fileprivate var isWait: Bool { endsWhen != nil && condition != .notAskedFor }
}
