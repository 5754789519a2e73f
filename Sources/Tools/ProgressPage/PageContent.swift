// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import ServiceInterface
internal import ToolSupport

/// What the page shows, in the names of its template.
struct PageContent: Equatable, Sendable {
    /// `42 % – Game` for one app, so that the tab of the browser shows it too.
    let title: String
    /// What stands before the page's own paths.
    let base: String
    /// Where this page is.
    let address: String
    /// Whether it is about one app.
    let isOfOneApp: Bool
    /// What goes on, without the figures, for a screen reader: it is read out when it changes.
    let announcement: String
    /// What went wrong with what the person asked for.
    let problem: String?
    /// Those that something goes on for come first.
    let apps: [App]
    let isEmpty: Bool

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
        fileprivate let words: String
        fileprivate let order: Int
    }

    struct Download: Equatable, Sendable {
        let name: String
        let kind: String
        /// `downloading, 54 % of 4 MB`.
        let state: String
        /// Why it does not progress.
        let waiting: String?
    }

    struct Control: Equatable, Sendable {
        let label: String
        let address: String
        /// An element's ID: what pauses and what resumes is one, so that it keeps the keyboard's focus.
        let id: String
    }

    /// - `app`: the only one to be shown; nil for all.
    init(_ records: PageRecords, of app: String?, base: String, problem: String? = nil) {
        self.base = base
        self.problem = problem
        address = base + (app.map(PageTarget.path) ?? "/")
        isOfOneApp = app != nil
        let downloads = Dictionary(grouping: records.downloads, by: \.bundleID)
        apps = records.apps.map { record in
            App(
                record, base: base, progress: records.progress[record.bundleID],
                downloads: downloads[record.bundleID] ?? [],
                explanations: records.explanations[record.bundleID] ?? [])
        }.sorted { ($0.order, $0.name, $0.bundleID) < ($1.order, $1.name, $1.bundleID) }
        isEmpty = apps.isEmpty
        announcement = apps.filter { $0.order < 2 }.map { "\($0.name): \($0.words)" }.joined(separator: ". ")
        title =
            if isOfOneApp, let app = apps.first {
                app.percent.map { "\($0) % – \(app.name)" } ?? app.name
            } else { "Background Assets" }
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
        let isArriving = record.state == .installing || record.state == .updating
        let fraction = progress?.fraction ?? record.fraction ?? 0
        name = record.name
        version = record.version
        bundleID = record.bundleID
        self.element = element
        address = base + PageTarget.path(of: record.bundleID)
        percent = isArriving ? Int((fraction.isFinite ? min(1, max(0, fraction)) : 0) * 100) : nil
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
        let waits = explanations.filter { $0.endsWhen != nil && !said.contains($0.subject) }.map { explanation in
            "\(explanation.subject): \(explanation.reason)"
                + (explanation.endsWhen.map { ". This ends when \($0)" } ?? "")
        }
        notes = [isArriving ? progress?.detail : nil, record.note].compactMap(\.self) + waits
        order = isArriving ? 0 : downloads.isEmpty ? 2 : 1
        let isPaused =
            isArriving
            ? progress?.phase == .paused : !downloads.isEmpty && downloads.allSatisfy { $0.state == .paused }
        let actions: [(TransferControl.Action, String)] =
            order == 2 ? [] : [isPaused ? (.resume, "Resume") : (.pause, "Pause"), (.cancel, "Cancel")]
        let path = address
        controls = actions.map { action, label in
            PageContent.Control(
                label: isArriving ? label : label + " downloads", address: path + "/" + action.rawValue,
                id: element + (action == .cancel ? "-cancel" : "-pause"))
        }
    }
}

extension PageContent.Download {
    init(_ record: DownloadRecord) {
        let size = record.totalBytes
        name = record.packID
        kind = (record.fileID == nil ? "pack" : "file") + (record.essential ? ", essential" : "")
        let percent = size > 0 ? Int(Double(min(max(0, record.completedBytes), size)) / Double(size) * 100) : 0
        state = record.state.rawValue + (size > 0 ? ", \(percent) % of \(Quantity.bytes(size))" : "")
        waiting = record.state == .paused ? nil : record.waiting
    }
}
