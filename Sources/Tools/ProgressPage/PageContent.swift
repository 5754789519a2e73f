// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

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
        // What is wrong is said by itself.
        isEmpty = apps.isEmpty && problem == nil
        announcement = apps.filter { $0.order < 2 }.map { "\($0.name): \($0.words)" }.joined(separator: ". ")
        title =
            if isOfOneApp, let app = apps.first {
                app.percent.map { "\($0) % – \(app.name)" } ?? app.name
            } else { "Background Assets" }
    }
}
