// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// Asks the database for the sequences of apps: once for all that ask while it is being asked.
///
/// Who asks gets what the database says after they have asked, and never what was read before: what was released when a request
/// came is seen by it, whichever server it was released through.
actor SequenceReader {
    /// What a database takes as values of one statement, and more than come at a time.
    private static let largestBatch = 1_000

    private typealias Result = Swift.Result<Int64?, StorageError>

    private let store: HostStore
    private var waiting: [(bundleID: String, continuation: CheckedContinuation<Result, Never>)] = []
    private var isReading = false

    init(store: HostStore) { self.store = store }

    /// - Returns: nil for an app that there is not.
    func sequence(of bundleID: String) async throws(StorageError) -> Int64? {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result, Never>) in
            waiting.append((bundleID, continuation))
            if !isReading {
                isReading = true
                Task { await read() }
            }
        }
        return try result.get()
    }

    private func read() async {
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.largestBatch)
            waiting.removeFirst(batch.count)
            let found: Swift.Result<[String: Int64], StorageError>
            do throws(StorageError) {
                found = .success(try await store.publicationSequences(of: Array(Set(batch.map(\.bundleID)))))
            } catch { found = .failure(error) }
            for (bundleID, continuation) in batch { continuation.resume(returning: found.map { $0[bundleID] }) }
        }
        isReading = false
    }
}
