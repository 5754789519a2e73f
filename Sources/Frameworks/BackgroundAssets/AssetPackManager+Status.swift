// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import SystemSupport
internal import Varlink

internal import struct SystemPackage.Errno

extension AssetPackManager {
    /// The status of a pack, after the server was asked for its newest version.
    public func status(ofAssetPackWithID assetPackID: String) async throws -> AssetPack.Status {
        let reply = try await call(PacksInterface.Status(packID: assetPackID, online: true), packID: assetPackID)
        return AssetPack.Status(PackStatus(rawValue: reply.status))
    }

    /// The status of a pack beside a version of it that was published: whether the local version is that one, and whether
    /// that one is still what the server has. It changes nothing.
    public func status(relativeTo assetPack: AssetPack) async throws -> AssetPack.Status {
        let reply = try await call(PacksInterface.Status(packID: assetPack.id, online: false), packID: assetPack.id)
        let known = PackStatus(rawValue: reply.status)
        var status: AssetPack.Status = []
        if let local = reply.localVersion {
            status.insert(.downloaded)
            // That no version is published may be because no manifest is at hand: the service tells one from the other.
            let isObsolete = known.contains(.obsolete)
            if isObsolete { status.insert(.obsolete) }
            if local != assetPack.version {
                status.insert(.outOfDate)
                if reply.publishedVersion == assetPack.version { status.insert(.updateAvailable) }
            } else if !isObsolete {
                status.insert(.upToDate)
            }
        } else if reply.publishedVersion != nil {
            status.insert(.downloadAvailable)
        }
        if known.contains(.downloading) { status.insert(.downloading) }
        return status
    }

    /// What is known of a pack without asking anybody: that it is on this device, and what was known of its newest version
    /// when it came there. Empty for an unknown pack.
    public func localStatus(ofAssetPackWithID assetPackID: String) async -> AssetPack.Status {
        do { return try knownStatus(ofAssetPackWithID: assetPackID) } catch {
            Diagnostics.report("the local asset packs are not known: \(error)")
            return []
        }
    }

    /// The same for those who can be told what is wrong.
    package nonisolated func knownStatus(ofAssetPackWithID assetPackID: String) throws -> AssetPack.Status {
        guard let pack = try packs.newestPack(withID: assetPackID) else { return [] }
        var status: AssetPack.Status = .downloaded
        if pack.flags.contains(.outOfDate) { status.insert(.outOfDate) }
        if pack.flags.contains(.obsolete) { status.insert(.obsolete) }
        return status
    }

    /// The packs of which a version is on this device, sorted.
    package nonisolated func localPackIDs() throws -> [String] { try packs.newestPacks().map(\.id).sorted() }

    /// Whether a version of a pack is readable on this device.
    public nonisolated func assetPackIsAvailableLocally(withID assetPackID: String) -> Bool {
        do { return try packs.pack(withID: assetPackID) != nil } catch {
            Diagnostics.report("the local asset packs are not known: \(error)")
            return false
        }
    }

    /// The version of a pack that this process reads.
    ///
    /// - Throws: ``ManagedBackgroundAssetsError/assetPackNotFound(withID:)`` when no version is on this device.
    public nonisolated func localVersion(ofAssetPackWithID assetPackID: String) throws -> Int {
        guard let pack = try packs.pack(withID: assetPackID) else {
            throw ManagedBackgroundAssetsError.assetPackNotFound(withID: assetPackID)
        }
        return pack.version
    }

    /// How many bytes the files of a local pack have, or take on disk.
    ///
    /// - Throws: ``ManagedBackgroundAssetsError/assetPackNotFound(withID:)`` when no version is on this device.
    public func localSize(
        ofAssetPackWithID assetPackID: String, calculationMethod: SizeCalculationMethod
    ) async throws -> Int64 {
        guard let pack = try packs.pack(withID: assetPackID) else {
            throw ManagedBackgroundAssetsError.assetPackNotFound(withID: assetPackID)
        }
        switch calculationMethod {
        case .logical:
            return pack.size
        case .allocated:
            let folder = try packs.expectedFolderPath()
            do throws(SystemError) {
                return try await ServingThread.run(failure: { _ in
                    SystemError(errno: .resourceTemporarilyUnavailable, operation: "measure", subject: assetPackID)
                }) { () throws(SystemError) in try LocalPacks.allocatedSize(of: pack, inFolder: folder) }
            } catch { throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: error.description]) }
        }
    }
}
