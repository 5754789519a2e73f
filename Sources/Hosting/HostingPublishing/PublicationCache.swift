// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage
internal import Logging
internal import Synchronization

/// What apps publish, kept in memory for as long as the database says that it has not changed.
///
/// A database that can tell at once that nothing has changed is asked no more than that. Else each request asks it for one number,
/// the sequence of its app, together with all requests that come at the same time; the rest is asked for when that has risen.
final class PublicationCache: Sendable {
    /// Bytes, about. When it is too much all is forgotten, and asked for again.
    static let usualCapacity = 16 << 20
    private static let objectCost = 320

    struct Place: Hashable, Sendable {
        let bundleID: String
        let audience: Audience
    }

    /// Which manifest of a place.
    struct ManifestName: Hashable, Sendable {
        let form: ManifestForm
        let base: String
        let deviceClass: HostedPublication.DeviceClass
        /// Until when its addresses are good, in seconds since 1970; 0 for ever.
        var expires: Int64 = 0
    }

    private typealias Loading = Task<Result<HostedPublication?, DeliveryProblem>, Never>

    private struct Entry {
        let publication: HostedPublication
        /// The number of the database's last change when this was the newest.
        var change: Int64?
        var manifests: [ManifestName: MemoryContent] = [:]
        var objects: [PackPartName: StoredObject] = [:]
        var cost: Int
    }

    private struct State {
        var entries: [Place: Entry] = [:]
        var loading: [Place: Loading] = [:]
        var cost = 0
    }

    private let store: HostStore
    private let reader: SequenceReader
    private let capacity: Int
    private let state = Mutex(State())

    init(store: HostStore, capacity: Int = PublicationCache.usualCapacity) {
        self.store = store
        self.capacity = capacity
        reader = SequenceReader(store: store)
    }

    /// Bytes that are kept now, about.
    var cost: Int { state.withLock { $0.cost } }

    /// What is published at this moment; nil for an app that there is not.
    func publication(at place: Place) async throws(DeliveryProblem) -> HostedPublication? {
        // Read first: what changes from now on has another.
        let change = store.lastChange
        if let change, let known = publicationAtHand(at: place, change) { return known }
        guard let found = try await newest(at: place) else { return nil }
        state.withLock { state in
            if state.entries[place]?.publication.sequence == found.sequence { state.entries[place]?.change = change }
        }
        return found
    }

    /// The same, where it is in memory and known to be the newest; nil else.
    ///
    /// - `change`: the number of the database's last change.
    func publicationAtHand(at place: Place, _ change: Int64) -> HostedPublication? {
        state.withLock { state in
            guard let entry = state.entries[place], entry.change == change else { return nil }
            return entry.publication
        }
    }

    private func newest(at place: Place) async throws(DeliveryProblem) -> HostedPublication? {
        let sequence: Int64?
        do throws(StorageError) { sequence = try await reader.sequence(of: place.bundleID) } catch {
            // Nothing can be released without a database: what was published last still is, as far as this server has heard.
            // Who may have what is private is not known, though.
            if let kept = state.withLock({ $0.entries[place]?.publication }), !kept.isPrivate { return kept }
            throw Self.problem
        }
        guard let sequence else { return nil }
        while true {
            let (kept, loading) = state.withLock { state -> (HostedPublication?, Loading?) in
                if let entry = state.entries[place], entry.publication.sequence >= sequence {
                    return (entry.publication, nil)
                }
                if let loading = state.loading[place] { return (nil, loading) }
                let loading = Loading { [self] in await load(place) }
                state.loading[place] = loading
                return (nil, loading)
            }
            if let kept { return kept }
            guard let loaded = try await loading?.value.get() else { return nil }
            // One that somebody began to load earlier may be older than what this request has to see.
            if loaded.sequence >= sequence { return loaded }
        }
    }

    private func load(_ place: Place) async -> Result<HostedPublication?, DeliveryProblem> {
        let result: Result<HostedPublication?, DeliveryProblem>
        do throws(DeliveryProblem) {
            let store = store
            let found = try await Self.serving { () throws(StorageError) in
                try await store.publicationState(bundleID: place.bundleID, for: place.audience)
            }
            result = .success(try found.map { (state) throws(DeliveryProblem) in try HostedPublication(state) })
        } catch { result = .failure(error) }
        state.withLock { state in
            state.loading[place] = nil
            guard case .success(let publication?) = result else { return }
            state.cost -= state.entries[place]?.cost ?? 0
            makeRoom(for: publication.cost, in: &state)
            state.entries[place] = Entry(publication: publication, cost: publication.cost)
        }
        return result
    }

    private func makeRoom(for cost: Int, in state: inout State) {
        if state.cost + cost > capacity { (state.entries, state.cost) = ([:], 0) }
        state.cost += cost
    }

    // MARK: What follows from it

    /// nil where it was not made yet.
    func keptManifest(_ name: ManifestName, at place: Place, of publication: HostedPublication) -> MemoryContent? {
        kept(at: place, of: publication) { $0.manifests[name] }
    }

    /// nil where it was not looked up yet.
    func keptObject(_ name: PackPartName, at place: Place, of publication: HostedPublication) -> StoredObject? {
        kept(at: place, of: publication) { $0.objects[name] }
    }

    /// A manifest, which is made once.
    func manifest(
        _ name: ManifestName, at place: Place, of publication: HostedPublication,
        make: () throws(DeliveryProblem) -> MemoryContent
    ) throws(DeliveryProblem) -> MemoryContent {
        if let kept = keptManifest(name, at: place, of: publication) { return kept }
        let made = try make()
        keep(at: place, of: publication, cost: Self.cost(of: made)) { entry in
            // Those whose addresses are of an earlier time are nobody's any more.
            let old = entry.manifests.filter { $0.key == name || $0.key.expires < name.expires }
            for name in old.keys { entry.manifests[name] = nil }
            entry.manifests[name] = made
            return old.values.reduce(0) { $0 + Self.cost(of: $1) }
        }
        return made
    }

    /// Where bytes lie, which is looked up once.
    func object(
        _ name: PackPartName, at place: Place, of publication: HostedPublication,
        find: () async throws(DeliveryProblem) -> StoredObject
    ) async throws(DeliveryProblem) -> StoredObject {
        if let kept = keptObject(name, at: place, of: publication) { return kept }
        let found = try await find()
        keep(at: place, of: publication, cost: Self.objectCost) {
            $0.objects.updateValue(found, forKey: name) == nil ? 0 : Self.objectCost
        }
        return found
    }

    private static func cost(of manifest: MemoryContent) -> Int { Int(manifest.size) + 512 }

    private func kept<Value: Sendable>(
        at place: Place, of publication: HostedPublication, _ value: (Entry) -> Value?
    ) -> Value? {
        state.withLock { state in
            guard let entry = state.entries[place], entry.publication.sequence == publication.sequence else {
                return nil
            }
            return value(entry)
        }
    }

    /// - `change`: returns the cost of what it has removed.
    private func keep(
        at place: Place, of publication: HostedPublication, cost: Int, _ change: (inout Entry) -> Int
    ) {
        state.withLock { state in
            // What it belongs to may have been forgotten, or replaced by something newer.
            guard state.entries[place]?.publication.sequence == publication.sequence else { return }
            makeRoom(for: cost, in: &state)
            guard var entry = state.entries.removeValue(forKey: place) else {
                state.cost -= cost
                return
            }
            let freed = change(&entry)
            entry.cost += cost - freed
            state.cost -= freed
            state.entries[place] = entry
        }
    }

    /// - Throws: a problem with 503 when the storage does not answer.
    static func serving<Value>(
        _ body: () async throws(StorageError) -> Value
    ) async throws(DeliveryProblem) -> Value {
        do throws(StorageError) { return try await body() } catch {
            // While the storage is away, whoever waits for it says so, once for all.
            if !error.isUnavailable { Logger(label: "ba-host").error("what is published cannot be read: \(error)") }
            throw problem
        }
    }

    private static var problem: DeliveryProblem {
        DeliveryProblem(.serviceUnavailable, "what is published is not known at the moment; ask again", retryAfter: 5)
    }
}
