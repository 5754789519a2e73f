// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface

/// The files that are queued or in flight, and what has changed about them since the queue was told.
struct FileTable: Sendable {
    private var jobs: [String: FileJob] = [:]
    /// By app, then by the app's own names.
    private var names: [String: [String: String]] = [:]
    /// Bytes of what is recorded of each app's.
    private var sizes: [String: Int] = [:]
    private var changed: Set<String> = []

    var values: Dictionary<String, FileJob>.Values { jobs.values }

    /// - `id`: the system's name for a download.
    subscript(id: String) -> FileJob? {
        get { jobs[id] }
        set {
            let bundleID = (newValue ?? jobs[id])?.record.bundleID
            if let old = jobs[id] {
                // Another one may have it by now.
                if names[old.record.bundleID]?[old.file.identifier] == id {
                    names[old.record.bundleID]?[old.file.identifier] = nil
                }
                sizes[old.record.bundleID]? -= old.record.body.count
            }
            jobs[id] = newValue
            if let newValue {
                names[newValue.record.bundleID, default: [:]][newValue.file.identifier] = id
                sizes[newValue.record.bundleID, default: 0] += newValue.record.body.count
            }
            if let bundleID, names[bundleID]?.isEmpty == true { (names[bundleID], sizes[bundleID]) = (nil, nil) }
            changed.insert(id)
        }
    }

    /// The download of an app that goes by this name of the app's own.
    func id(ofFile identifier: String, of bundleID: String) -> String? { names[bundleID]?[identifier] }

    func count(of bundleID: String) -> Int { names[bundleID]?.count ?? 0 }

    /// Bytes of the descriptions of an app's downloads.
    func size(of bundleID: String) -> Int { sizes[bundleID] ?? 0 }

    func ids(of bundleID: String) -> [String] { names[bundleID].map { Array($0.values) } ?? [] }

    mutating func takeChanges() -> [TransferChange] {
        defer { changed = [] }
        return changed.map { id in
            guard let job = jobs[id], job.isRecorded else { return .removed(id: id) }
            return .updated(job.candidate, isTransferring: job.task != nil)
        }
    }
}
