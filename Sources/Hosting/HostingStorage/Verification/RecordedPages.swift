// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// All objects that are on record, page by page: those of versions first, then those of builds.
struct RecordedPages {
    private enum Place {
        case versions(after: String?)
        case builds(after: String?)
        case end
    }

    private var place = Place.versions(after: nil)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// - Returns: nil behind the last page; a page may be empty.
    mutating func next(in store: HostStore) async throws(StorageError) -> [RecordedObject]? {
        switch place {
        case .versions(let after):
            let found = try await store.recordedObjects(afterVersion: after, limit: limit)
            return step(found, to: Place.versions, orElse: .builds(after: nil))
        case .builds(let after):
            let found = try await store.recordedObjects(afterBuild: after, limit: limit)
            return step(found, to: Place.builds, orElse: .end)
        case .end: return nil
        }
    }

    /// The same, inside a transaction.
    mutating func next(in connection: any SQLConnection) throws(StorageError) -> [RecordedObject]? {
        switch place {
        case .versions(let after):
            let found = try HostStore.recordedObjects(afterVersion: after, limit: limit, in: connection)
            return step(found, to: Place.versions, orElse: .builds(after: nil))
        case .builds(let after):
            let found = try HostStore.recordedObjects(afterBuild: after, limit: limit, in: connection)
            return step(found, to: Place.builds, orElse: .end)
        case .end: return nil
        }
    }

    private mutating func step(
        _ found: (objects: [RecordedObject], last: String?), to next: (String?) -> Place, orElse end: Place
    ) -> [RecordedObject] {
        place = found.last.map { next($0) } ?? end
        return found.objects
    }
}
