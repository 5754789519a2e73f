// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// What an app was refused before its first launch, by its allowances or its list of hosts, for whoever asks why it is not
/// here: the app hears of it at once, and then it is queued no more.
struct RestrictedDownloads: Codable, Sendable {
    private struct Refusal: Codable, Equatable, Sendable {
        let condition: Explanation.Condition
        let reason: String
        /// Seconds since 1970.
        let since: Double
    }

    /// Names that are kept: of the rest it is known how many there were.
    private static let largestCount = 50

    private var refusals: [String: Refusal] = [:]
    private var others = 0
    /// There is something that is not on record.
    private var hasChanged = false

    private enum CodingKeys: CodingKey { case refusals, others }

    init() {}

    /// As it is on record.
    init(record: Data) throws { self = try JSONDecoder().decode(Self.self, from: record) }

    /// What is to be on record from now on; nil when that is there already.
    mutating func newRecord() throws -> Data? {
        guard hasChanged else { return nil }
        hasChanged = false
        return try JSONEncoder().encode(self)
    }

    /// What `newRecord` gave last could not be put on record.
    mutating func noteUnrecorded() { hasChanged = true }

    /// - `identifier`: the app's own name for the download.
    mutating func note(_ identifier: String, because failure: FileFailure, now: Double) {
        guard refusals[identifier] != nil || refusals.count < Self.largestCount else {
            others += 1
            hasChanged = true
            return
        }
        let since = refusals[identifier]?.since ?? now
        let refusal = Refusal(
            condition: Explanation.Condition(failure.cause), reason: failure.message, since: since)
        guard refusals[identifier] != refusal else { return }
        refusals[identifier] = refusal
        hasChanged = true
    }

    /// It was scheduled after all.
    mutating func forget(_ identifier: String) {
        if refusals.removeValue(forKey: identifier) != nil { hasChanged = true }
    }

    /// - `id`: that of the app, or the name of a download.
    func explanations(of id: String, bundleID: String) -> [Explanation] {
        let chosen = refusals.filter { id == bundleID || id == $0.key }.sorted { $0.key < $1.key }
        var explanations = chosen.map { identifier, refusal in
            Explanation(
                subject: "\(identifier) of \(bundleID)", state: "refused", condition: refusal.condition,
                reason: refusal.reason, since: refusal.since, endsWhen: Self.endsWhen)
        }
        if id == bundleID, others > 0 {
            explanations.append(
                Explanation(
                    subject: "\(others) more downloads of \(bundleID)", state: "refused", condition: .allowance,
                    reason: "they were refused like these", endsWhen: Self.endsWhen))
        }
        return explanations
    }

    private static let endsWhen =
        "the app is opened for the first time: then it may fetch what it likes, and asks again"
}
