// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Something that the members of a team are told by mail (requirement C12).
package struct Notice: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        /// A version was processed, or could not be.
        case readyForInternalTesting
        case failed(problems: [Problem])
        case readyForExternalTesting
        case readyForDistribution
        /// - `message`: what the reviewer says of it, if anything.
        case rejected(ReleaseContext, message: String? = nil)
        /// After an upload an app has used most of what it may (hosting-api 6). Bytes.
        case quotaNearlyUsed(used: Int64, limit: Int64)
    }

    /// What something has become of.
    package enum Subject: Equatable, Sendable {
        case packVersion(identifier: String, number: Int)
        /// - `name`: its numbers, or its file's name where it has none.
        case build(name: String)

        /// At the beginning of a title.
        fileprivate var name: String {
            switch self {
            case .packVersion(let identifier, let number): "\(identifier) \(number)"
            case .build(let name): name
            }
        }

        /// At the beginning of a sentence.
        fileprivate var title: String {
            switch self {
            case .packVersion(let identifier, let number): "Version \(number) of the asset pack \(identifier)"
            case .build(let name): "The build \(name)"
            }
        }

        /// What takes its place when it has failed.
        fileprivate var next: String {
            switch self {
            case .packVersion: "a new version"
            case .build: "another build"
            }
        }
    }

    package let event: Event
    package let appName: String
    package let bundleID: String
    package let about: Subject

    package init(_ event: Event, appName: String, bundleID: String, about: Subject) {
        self.event = event
        self.appName = appName
        self.bundleID = bundleID
        self.about = about
    }

    /// What a mail is titled.
    package var subject: String {
        switch event {
        case .readyForInternalTesting: "\(name) is ready for internal testing"
        case .failed: "\(name) could not be processed"
        case .readyForExternalTesting: "\(name) is ready for external testing"
        case .readyForDistribution: "\(name) is ready for distribution"
        case .rejected(let context, _): "\(name) was rejected for \(Self.audience(of: context))"
        case .quotaNearlyUsed(let used, let limit):
            "\(appName) has used \(Self.percentage(used, limit)) % of its room for asset packs"
        }
    }

    /// Plain text, in lines.
    package var body: String {
        switch event {
        case .readyForInternalTesting:
            "\(about.title) was processed. Internal testers of \(app) get it from now on."
        case .failed(let problems):
            "\(about.title) of \(app) could not be processed:\n\n"
                + problems.map { "- \($0.description) (\($0.code))\n" }.joined()
                + "\nIt stays failed: what is put right is uploaded as \(about.next)."
        case .readyForExternalTesting:
            "\(about.title) was approved. External testers of \(app) get it from now on."
        case .readyForDistribution:
            "\(about.title) was approved. Everybody who has \(app) gets it from now on."
        case .rejected(let context, let message):
            "\(about.title) of \(app) was rejected for \(Self.audience(of: context)). "
                + (message.map { "The reviewer says:\n\n\($0)\n\n" } ?? "")
                + "What was active there stays so. \(context == .appStore ? Self.again : "")"
                + "What is put right is uploaded, and submitted, as \(about.next)."
        case .quotaNearlyUsed(let used, let limit):
            "The asset packs of \(app) have \(Self.gigabytes(used)) of \(Self.gigabytes(limit)), since \(about.name) "
                + "was uploaded. Of each pack its largest version counts that is not superseded everywhere; "
                + "packs that are archived count nothing."
        }
    }

    /// A refusal for everybody is not for good, as one for external testing is.
    private static let again = "It can be submitted once more as it is. "

    private var name: String { "\(appName): \(about.name)" }
    private var app: String { "\(appName) (\(bundleID))" }

    static func audience(of context: ReleaseContext) -> String {
        switch context {
        case .internalBeta: "internal testing"
        case .externalBeta: "external testing"
        case .appStore: "distribution"
        }
    }

    private static func percentage(_ used: Int64, _ limit: Int64) -> Int64 {
        limit > 0 ? Int64(Double(used) * 100 / Double(limit)) : 100
    }

    /// With one digit after the point.
    private static func gigabytes(_ bytes: Int64) -> String {
        let tenths = bytes / 100_000_000
        return "\(tenths / 10).\(tenths % 10) GB"
    }
}
