// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Where the bytes of archives lie: a folder, or a store that speaks S3. Objects are written once, and never changed.
package protocol ObjectStore: Sendable {
    /// Where they lie, for people.
    var place: String { get }

    /// Whether there is room for more, as far as that can be known.
    var hasRoom: Bool { get async }

    /// Reserves an upload.
    func begin(_ key: ObjectKey, size: Int64, partSize: Int64) async throws(StorageError) -> ObjectUpload

    /// Where a client puts a part by itself; nil where this server has to take it.
    ///
    /// - `expires`: seconds since 1970.
    func address(ofPart number: Int, of upload: ObjectUpload, expires: Double) async throws(StorageError)
        -> PartAddress?

    /// Takes a part. One that has arrived already is replaced.
    ///
    /// - Throws: `unexpected` when there are more or fewer bytes than the part has.
    func put<Bytes: AsyncSequence<ByteBuffer, any Error> & Sendable>(
        _ bytes: Bytes, asPart number: Int, of upload: ObjectUpload
    ) async throws(StorageError) -> StoredPart

    /// The parts that have arrived, by number, of whatever size; nil when the upload is under way no more: an object was made of it, or it was
    /// abandoned.
    func parts(of upload: ObjectUpload) async throws(StorageError) -> [StoredPart]?

    /// Makes the object of its parts. Once it is there, the same call does nothing.
    ///
    /// - Throws: `unexpected` when a part is missing.
    func complete(_ upload: ObjectUpload) async throws(StorageError)

    /// Forgets an upload with what has arrived.
    func abandon(_ upload: ObjectUpload) async throws(StorageError)

    /// Writes a small object at once; one of that name is replaced.
    func write(_ bytes: [UInt8], to key: ObjectKey) async throws(StorageError)

    /// Bytes of an object; nil when there is none.
    func size(of key: ObjectKey) async throws(StorageError) -> Int64?

    /// Reads bytes that lie inside an object.
    ///
    /// - Returns: exactly `count` bytes.
    func read(_ key: ObjectKey, at offset: Int64, count: Int) async throws(StorageError) -> ByteBuffer

    /// The same, where it can be done without waiting; nil else.
    func readAtHand(_ key: ObjectKey, at offset: Int64, count: Int) -> ByteBuffer?

    /// Where a client gets an object by itself; nil where this server has to send it.
    ///
    /// - `method`: GET or HEAD, which alone is possible there.
    /// - `expires`: until when it is good at least, in seconds since 1970.
    /// - `cacheControl`: what the store says to caches with the bytes.
    func address(
        of key: ObjectKey, method: String, expires: Double, cacheControl: String
    ) async throws(StorageError) -> String?

    /// Removes an object, if there is one.
    func remove(_ key: ObjectKey) async throws(StorageError)

    /// The names of objects after `key`, rising: as many as the store tells at once, and none when there are no more.
    func keys(after key: ObjectKey?) async throws(StorageError) -> [ObjectKey]

    /// Whether it answers, which costs the same however many objects there are.
    func check() async throws(StorageError)
}

extension ObjectStore {
    package func readAtHand(_ key: ObjectKey, at offset: Int64, count: Int) -> ByteBuffer? { nil }
}

extension ObjectStore {
    package var hasRoom: Bool { true }
}
