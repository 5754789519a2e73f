// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
package import NIOCore
internal import Synchronization

/// The objects of a host: before anything is done with them, they are known to be those of its database.
///
/// Which is looked up with the first that is asked for, so that who needs no objects waits for no store, and again every few seconds that
/// they are used: somebody may have made another store the host's.
package final class OwnObjectStore: ObjectStore {
    /// Milliseconds for which an answer holds.
    private static let interval: Int64 = 10_000

    private let store: HostStore
    private let isOwn = Atomic(false)
    /// When it was looked up last (milliseconds since 1970).
    private let lookedUp = Atomic<Int64>(0)

    private var objects: any ObjectStore { store.objects }

    /// - `store`: whose objects they are to be, and who has them as they are.
    package init(_ store: HostStore) { self.store = store }

    private func own() async throws(StorageError) -> any ObjectStore {
        let (now, last) = (store.now().milliseconds, lookedUp.load(ordering: .acquiring))
        if isOwn.load(ordering: .acquiring) {
            guard abs(now - last) >= Self.interval,
                lookedUp.compareExchange(expected: last, desired: now, ordering: .acquiringAndReleasing).exchanged
            else { return objects }
        }
        do throws(StorageError) {
            try await store.claimObjects()
            isOwn.store(true, ordering: .releasing)
            lookedUp.store(now, ordering: .releasing)
        } catch {
            if case .foreignObjects = error { isOwn.store(false, ordering: .releasing) }
            // What was known before holds while nobody can be asked.
            guard isOwn.load(ordering: .acquiring) else { throw error }
        }
        return objects
    }

    /// What `checkObjects` finds, for a host whose they may not be yet.
    func checkUnclaimed() async throws(StorageError) { try await store.checkObjects() }

    package var place: String { objects.place }

    package var hasRoom: Bool { get async { await objects.hasRoom } }

    package func begin(_ key: ObjectKey, size: Int64, partSize: Int64) async throws(StorageError) -> ObjectUpload {
        try await own().begin(key, size: size, partSize: partSize)
    }

    package func address(
        ofPart number: Int, of upload: ObjectUpload, expires: Double
    ) async throws(StorageError) -> PartAddress? {
        try await own().address(ofPart: number, of: upload, expires: expires)
    }

    package func put<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart {
        try await own().put(bytes, asPart: number, of: upload)
    }

    package func parts(of upload: ObjectUpload) async throws(StorageError) -> [StoredPart]? {
        try await own().parts(of: upload)
    }

    package func complete(_ upload: ObjectUpload) async throws(StorageError) { try await own().complete(upload) }

    package func abandon(_ upload: ObjectUpload) async throws(StorageError) { try await own().abandon(upload) }

    package func write(_ bytes: [UInt8], to key: ObjectKey) async throws(StorageError) {
        try await own().write(bytes, to: key)
    }

    package func size(of key: ObjectKey) async throws(StorageError) -> Int64? { try await own().size(of: key) }

    package func read(_ key: ObjectKey, at offset: Int64, count: Int) async throws(StorageError) -> ByteBuffer {
        try await own().read(key, at: offset, count: count)
    }

    package func readAtHand(_ key: ObjectKey, at offset: Int64, count: Int) -> ByteBuffer? {
        guard isOwn.load(ordering: .acquiring) else { return nil }
        return objects.readAtHand(key, at: offset, count: count)
    }

    package func address(
        of key: ObjectKey, method: String, expires: Double, cacheControl: String
    ) async throws(StorageError) -> String? {
        try await own().address(of: key, method: method, expires: expires, cacheControl: cacheControl)
    }

    package func remove(_ key: ObjectKey) async throws(StorageError) { try await own().remove(key) }

    package func keys(after key: ObjectKey?) async throws(StorageError) -> [ObjectKey] {
        try await own().keys(after: key)
    }

    package func check() async throws(StorageError) { try await own().check() }
}
