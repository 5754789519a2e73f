// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a page shows, in the names of its template.
protocol ConsoleContent: Sendable {
    /// The name of its template.
    static var template: String { get }
    /// For the tab of the browser, and as the first heading.
    var title: String { get }
    /// What leads to it, from the outermost on.
    var trail: [PageLink] { get }
}

extension ConsoleContent {
    var trail: [PageLink] { [] }
}
