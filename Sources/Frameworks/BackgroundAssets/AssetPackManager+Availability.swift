// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
package import ServiceInterface

extension AssetPackManager {
    /// Makes a pack readable on this device; returns at once when any version of it is.
    public func ensureLocalAvailability(of assetPack: AssetPack) async throws {
        try await ensureLocalAvailability(of: assetPack, requireLatestVersion: false)
    }

    /// Makes a pack readable on this device.
    ///
    /// Cancelling the task stops the wait and not the download: cancel its progress for that.
    ///
    /// - Parameters:
    ///   - assetPack: the pack; another version of it than this may become available.
    ///   - shouldUpdate: whether to ask the server and wait for the newest version, rather than to be content with any
    ///     that is here.
    /// - Throws: ``ManagedBackgroundAssetsError/assetPackNotFound(withID:)``; `CocoaError.userCancelled` when the
    ///   download was cancelled, `CocoaError.fileWriteOutOfSpace`; what keeps the service from downloading it.
    public func ensureLocalAvailability(
        of assetPack: AssetPack, requireLatestVersion shouldUpdate: Bool = false
    ) async throws {
        let failures = try await unavailablePacks(ofIDs: [assetPack.id], requireLatestVersions: shouldUpdate)
        if let failure = failures[assetPack.id] { throw failure }
    }

    /// Makes several packs readable on this device, and waits for all of them.
    ///
    /// - Throws: ``LocalAvailabilityError`` when some could not be made so.
    public func ensureLocalAvailability(
        of assetPacks: Set<AssetPack>, requireLatestVersions shouldUpdate: Bool = false
    ) async throws {
        let failures = try await unavailablePacks(
            ofIDs: Set(assetPacks.map(\.id)), requireLatestVersions: shouldUpdate)
        if failures.isEmpty { return }
        var errors: [AssetPack: any Error] = [:]
        for pack in assetPacks { errors[pack] = failures[pack.id] }
        throw LocalAvailabilityError(successes: assetPacks.filter { errors[$0] == nil }, failures: errors)
    }

    /// Makes packs readable on this device, as far as that is possible.
    ///
    /// - Returns: why others are not, by pack ID.
    /// - Throws: what concerns the app and not its packs.
    package func unavailablePacks(
        ofIDs ids: Set<String>, requireLatestVersions shouldUpdate: Bool
    ) async throws -> [String: any Error] {
        let wanted = shouldUpdate ? ids : try ids.filter { try packs.newestPack(withID: $0) == nil }
        if wanted.isEmpty { return [:] }
        let failures: [PackFailure]
        do { failures = try await makeAvailable(wanted.sorted(), shouldUpdate) } catch {
            // What keeps the service from fetching any of them concerns those that were wanted, and not the local ones.
            guard ErrorTranslation.concernsPacks(error) else { throw error }
            return Dictionary(uniqueKeysWithValues: wanted.map { ($0, error) })
        }
        return Dictionary(
            failures.map { ($0.packID, ErrorTranslation.error($0.error, packID: $0.packID)) }
        ) { first, _ in first }
    }

    /// Asks the server for newer versions, starts to download those of local packs that have one, and removes packs that
    /// were taken back.
    ///
    /// - Returns: the IDs of packs that are being updated, and of those that were removed.
    @discardableResult
    public func checkForUpdates() async throws -> (updatingIDs: Set<String>, removedIDs: Set<String>) {
        await hub.settled()
        let reply = try await call(PacksInterface.CheckForUpdates(callID: UUID().uuidString))
        try packs.adoptNewest()
        return (Set(reply.updatingIDs), Set(reply.removedIDs))
    }

    /// Removes a pack from this device; a download of it is cancelled. It can be made available again.
    ///
    /// Files of it that are open or mapped stay readable.
    public func remove(assetPackWithID assetPackID: String) async throws {
        _ = try await call(
            PacksInterface.Remove(packID: assetPackID, callID: UUID().uuidString), packID: assetPackID)
        try packs.adoptNewest()
    }

    /// Pauses, resumes or cancels the download of a pack.
    package func controlDownload(
        ofAssetPackWithID assetPackID: String, _ action: DownloadsInterface.ControlDownload.Action
    ) async throws {
        _ = try await call(
            DownloadsInterface.ControlDownload(packID: assetPackID, action: action, callID: UUID().uuidString),
            packID: assetPackID)
    }

    // MARK: Manifest

    /// The packs that the app's host publishes.
    public var manifest: AssetPackManifest {
        get async throws { try await manifest(refresh: false) }
    }

    /// All packs that the app's host publishes.
    public var allAssetPacks: Set<AssetPack> {
        get async throws { try await manifest.assetPacks }
    }

    /// A pack by its ID. The server is asked when the manifest at hand lacks it.
    ///
    /// - Throws: ``ManagedBackgroundAssetsError/assetPackNotFound(withID:)``.
    public func assetPack(withID id: String) async throws -> AssetPack {
        if let pack = try await manifest(refresh: false).assetPack(withID: id) { return pack }
        guard let pack = try await manifest(refresh: true).assetPack(withID: id) else {
            throw ManagedBackgroundAssetsError.assetPackNotFound(withID: id)
        }
        return pack
    }

    // MARK: -

    private func makeAvailable(_ ids: [String], _ shouldUpdate: Bool) async throws -> [PackFailure] {
        await hub.settled()
        let reply = try await call(
            PacksInterface.EnsureLocalAvailability(
                packIDs: ids, requireLatestVersion: shouldUpdate, callID: UUID().uuidString),
            packID: ids.count == 1 ? ids.first : nil)
        try packs.adoptNewest()
        return reply.failures
    }

    func manifest(refresh: Bool) async throws -> AssetPackManifest {
        let reply = try await call(PacksInterface.Manifest(refresh: refresh))
        do { try reply.manifest.validate(knowsPolicies: false) } catch {
            throw ServiceFailure(code: .manifestInvalid, message: error.description)
        }
        return AssetPackManifest(
            reply.manifest, appGroupID: try await identity.reply().appGroupID, resolvedLanguage: reply.resolvedLanguage)
    }
}
