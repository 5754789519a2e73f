// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What reviewers are told by mail: that something waits for them.
package struct ReviewNotice: Equatable, Sendable {
    package let appName: String
    package let bundleID: String
    package let context: ReleaseContext
    /// What is submitted, as people call it: one at least.
    package let items: [String]
    package let submissionID: String

    package init(appName: String, bundleID: String, context: ReleaseContext, items: [String], submissionID: String) {
        self.appName = appName
        self.bundleID = bundleID
        self.context = context
        self.items = items
        self.submissionID = submissionID
    }

    /// What a mail is titled.
    package var subject: String {
        let first = items.first ?? ""
        let names = items.count > 1 ? "\(first) and \(items.count - 1) more wait" : "\(first) waits"
        return "\(appName): \(names) for review for \(Notice.audience(of: context))"
    }

    /// Plain text, in lines.
    package var body: String {
        "Of \(appName) (\(bundleID)), these were submitted for \(Notice.audience(of: context)):\n\n"
            + items.map { "- \($0)\n" }.joined()
            + "\nThey wait until somebody approves or rejects them: at the page of the host, under Reviews, or by "
            + "ba-host review (\(submissionID))."
    }
}
