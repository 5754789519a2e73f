// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// Fetches, checks and keeps the download manifests of apps.
actor ManifestService {
    /// A pack that vanished from the manifest without being named in `removed` goes after this many seconds.
    static let missingGrace: Double = 24 * 3600

    /// The newest manifest of an app.
    struct Current: Sendable {
        var manifest: DownloadManifest
        /// Where it was found, for relative addresses in it.
        var address: HTTPAddress
        /// Local packs that must go: named in `removed`, or missing for a day.
        var obsoleteIDs: Set<String>
    }

    private let store: AssetStore
    private let network: NetworkService
    private let settings: SettingsService
    private let challenges: ChallengesService
    private let identity: DeviceIdentity
    private let clock: any WallClock
    private let logger: Logger
    /// Of apps whose last fetch failed; as it is on record.
    private(set) var failures: [String: ManifestFailure] = [:]
    /// A fetch has failed.
    nonisolated let failed = ChangeSignal()
    private var fetches = ManifestFetches()
    /// Fetches are numbered as they begin; what an older one brings does not replace what a newer one has brought.
    private var begun: UInt64 = 0
    private var newest: [String: UInt64] = [:]

    init(
        store: AssetStore, network: NetworkService, settings: SettingsService, challenges: ChallengesService,
        identity: DeviceIdentity, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.network = network
        self.settings = settings
        self.challenges = challenges
        self.identity = identity
        self.clock = clock
        self.logger = logger
    }

    private func address(of app: AppInformation) async throws(ManifestError) -> HTTPAddress {
        var device: String?
        if app.receipt != nil {
            do throws(SystemError) { device = try identity.id() } catch {
                // It gets what devices get that tell nothing.
                logger.warning("hosts are not told which device this is: \(error)")
            }
        }
        return try ManifestAddress.address(of: app, override: await settings.urlOverride, device: device)
    }

    /// What is kept of the last fetch; nil when there was none, or its source is another one now.
    func stored(for app: AppInformation) async throws(ManifestError) -> Current? {
        let address = try await address(of: app)
        do {
            guard let record = try await store.manifest(of: app.bundleID), record.url == address.absoluteString else {
                return nil
            }
            let manifest = try parse(record.body, of: app, url: "\(address)")
            return Current(manifest: manifest, address: address, obsoleteIDs: [])
        } catch {
            logger.warning("the stored manifest of \(app.bundleID) is fetched again: \(error)")
            return nil
        }
    }

    /// Takes up what earlier runs of the service have met.
    func restore() async throws(AssetStoreError) {
        let now = clock.now
        failures = Dictionary(
            uniqueKeysWithValues: try await store.manifestFailures().map {
                ($0.bundleID, ManifestFailure($0, now: now))
            })
    }

    /// The manifest has come after all, or its app is gone: why it could not be had is nobody's business any more.
    func forgetFailure(of bundleID: String) async {
        guard failures.removeValue(forKey: bundleID) != nil else { return }
        do throws(AssetStoreError) { try await store.deleteManifestFailure(of: bundleID) } catch {
            logger.warning("that the manifest of \(bundleID) has come cannot be recorded: \(error)")
        }
    }

    /// The manifest of an app that manages its assets itself could not be had.
    ///
    /// - `retryAt`: when somebody who waits for it asks again.
    /// - Returns: whether the app is there still.
    func noteFailure(_ error: TransferError, of bundleID: String, retryAt: Double? = nil) async -> Bool {
        await fail(.transfer(bundleID: bundleID, error), of: bundleID)
        guard failures[bundleID] != nil else { return false }
        if let retryAt { noteRetry(of: bundleID, at: retryAt) }
        return true
    }

    /// Somebody who waits for a manifest asks again at this time.
    func noteRetry(of bundleID: String, at time: Double) { failures[bundleID]?.retryAt = time }

    private func fail(_ error: ManifestError, of bundleID: String) async {
        let failure = ManifestFailure(error, after: failures[bundleID], at: clock.now)
        failures[bundleID] = failure
        do throws(AssetStoreError) {
            // It may have been removed while its server was asked.
            if try await !store.save(failure.stored(of: bundleID)) { failures[bundleID] = nil }
            failed.signal()
        } catch {
            failed.signal()
            logger.warning("why the manifest of \(bundleID) cannot be had is not kept: \(error)")
        }
    }

    /// Asks the server, and keeps the answer.
    ///
    /// - `bundle`: the version that is being installed; nil for the one that is installed.
    /// - `progress`: told the bytes that have come, and all of them when the server says.
    func refresh(
        _ app: AppInformation, of bundle: AppBundle? = nil, timeout: Int64 = 30,
        progress: (@Sendable (Int64, Int64?) -> Void)? = nil
    ) async throws(ManifestError) -> Current {
        do throws(ManifestError) {
            let current = try await fetch(app, of: bundle, timeout: timeout, progress: progress)
            await forgetFailure(of: app.bundleID)
            return current
        } catch {
            if !Task.isCancelled { await fail(error, of: app.bundleID) }
            throw error
        }
    }

    private func fetch(
        _ app: AppInformation, of bundle: AppBundle?, timeout: Int64, progress: (@Sendable (Int64, Int64?) -> Void)?
    ) async throws(ManifestError) -> Current {
        begun += 1
        let number = begun
        let address = try await address(of: app)
        let known = try await stored(for: app)
        do {
            let record = try await store.manifest(of: app.bundleID)
            let etag = known == nil ? nil : record?.etag
            let transport = try await network.transport()
            let responder = await challenges.responder(
                forManaged: .manifest(at: address, of: app), of: app.bundleID, bundle)
            let fetched = try await noting(app.bundleID, timeout: timeout, progress) {
                (report) throws(TransferError) in
                try await transport.document(
                    at: address, etag: etag, limit: ManifestParser.limit, timeout: timeout, challenges: responder,
                    progress: report)
            }
            let body = fetched?.body ?? record?.body ?? Data()
            let manifest = try parse(body, of: app, url: "\(address)")
            if let newer = newest[app.bundleID], newer > number, let current = try await self.stored(for: app) {
                return current
            }
            newest[app.bundleID] = number
            let localIDs = Set(try await store.packs(of: app.bundleID).map(\.packID))
            let now = clock.now
            let missing = try await store.save(
                StoredManifest(
                    bundleID: app.bundleID, url: address.absoluteString, etag: fetched.map(\.etag) ?? record?.etag,
                    body: body,
                    fetchedAt: now),
                listedIDs: Set(manifest.assetPacks.map(\.id)), localIDs: localIDs)
            let gone = missing.filter { now - $0.value >= Self.missingGrace }.map(\.key)
            let obsolete = Set(manifest.removed ?? []).union(gone).intersection(localIDs)
            return Current(manifest: manifest, address: address, obsoleteIDs: obsolete)
        } catch let error as ManifestError {
            throw error
        } catch let error as TransferError {
            throw .transfer(bundleID: app.bundleID, error)
        } catch let error as AssetStoreError {
            throw .store(bundleID: app.bundleID, error)
        } catch { throw .malformed(bundleID: app.bundleID, url: "\(address)", reason: "\(error)") }
    }

    /// Takes note of a fetch under way, for whoever asks why it takes so long.
    ///
    /// - `timeout`: seconds without a byte after which it is given up.
    /// - `progress`: told what `body` reports, too.
    func noting<Fetched: Sendable>(
        _ bundleID: String, timeout: Int64, _ progress: (@Sendable (Int64, Int64?) -> Void)?,
        _ body: (@escaping @Sendable (Int64, Int64?) -> Void) async throws(TransferError) -> Fetched
    ) async throws(TransferError) -> Fetched {
        let number = fetches.begin(of: bundleID, timeout: timeout, at: clock.now)
        let reporter = FetchReporter { [weak self] bytes, _ in await self?.heard(bytes, number, of: bundleID) }
        defer {
            reporter.stop()
            fetches.end(number, of: bundleID)
        }
        return try await body { bytes, total in
            reporter.report(bytes, total)
            progress?(bytes, total)
        }
    }

    private func heard(_ bytes: Int64, _ number: UInt64, of bundleID: String) {
        fetches.heard(bytes, number, of: bundleID, at: clock.now)
    }

    /// Of a manifest that is being fetched: since when, and what has come of it; nil of others.
    func fetch(of bundleID: String) -> (since: Double, bytes: Int64)? {
        fetches.largest(of: bundleID).map { ($0.began, $0.bytes) }
    }

    /// Since when nothing has come of a manifest that is being fetched, and how long that is borne; nil while that is no wait.
    func silence(of bundleID: String) -> (since: Double, timeout: Int64)? {
        fetches.silence(of: bundleID, at: clock.now)
    }

    /// A manifest that names no primary language has that of the app.
    private func parse(
        _ body: Data, of app: AppInformation, url: String
    ) throws(ManifestError) -> DownloadManifest {
        var manifest = try ManifestParser.parse(body, bundleID: app.bundleID, url: url)
        manifest.primaryLanguage = manifest.primaryLanguage ?? app.developmentRegion
        return manifest
    }

    /// What is kept, or else what the server answers.
    func current(for app: AppInformation) async throws(ManifestError) -> Current {
        if let stored = try await stored(for: app) { return stored }
        return try await refresh(app)
    }
}
