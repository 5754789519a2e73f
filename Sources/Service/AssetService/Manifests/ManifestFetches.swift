// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The fetches of manifests under way: an installation and a check may want the same at a time.
struct ManifestFetches: Sendable {
    struct Fetch: Sendable {
        let began: Double
        /// What has come.
        var bytes: Int64 = 0
        var silence = TransferSilence()
        /// Seconds without a byte after which it is given up.
        let timeout: Int64
    }

    private var fetches: [String: [UInt64: Fetch]] = [:]
    private var count: UInt64 = 0

    /// - `time`: seconds since 1970.
    /// - Returns: its number.
    mutating func begin(of bundleID: String, timeout: Int64, at time: Double) -> UInt64 {
        count += 1
        var fetch = Fetch(began: time, timeout: timeout)
        fetch.silence.begin(at: time)
        fetches[bundleID, default: [:]][count] = fetch
        return count
    }

    /// Bytes have come.
    mutating func heard(_ bytes: Int64, _ number: UInt64, of bundleID: String, at time: Double) {
        fetches[bundleID]?[number]?.bytes = bytes
        fetches[bundleID]?[number]?.silence.note(at: time)
    }

    mutating func end(_ number: UInt64, of bundleID: String) {
        fetches[bundleID]?[number] = nil
        if fetches[bundleID]?.isEmpty == true { fetches[bundleID] = nil }
    }

    /// The one that brings most.
    func largest(of bundleID: String) -> Fetch? { fetches[bundleID]?.values.max { $0.bytes < $1.bytes } }

    /// Since when nothing has come for an app, however many ask for it, and how long that is borne; nil while that is no wait.
    func silence(of bundleID: String, at now: Double) -> (since: Double, timeout: Int64)? {
        let silent = (fetches[bundleID] ?? [:]).values.map { ($0.silence.since(at: now), $0.timeout) }
        if silent.contains(where: { $0.0 == nil }) { return nil }
        return silent.compactMap { since, timeout in since.map { ($0, timeout) } }.min { $0.0 < $1.0 }
    }
}
