// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import CBackgroundAssetsHeader
internal import ServiceInterface

/// What each function asks for, in its blocking form and in the other.
enum Requests {
    typealias Handle = OpaquePointer?
    typealias Characters = UnsafePointer<CChar>?

    static func packs(_ manager: Handle) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        return Request { .packs(try await manager.allAssetPacks) }
    }

    static func pack(_ manager: Handle, _ packID: Characters) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        return Request(packID: id) { .pack(try await manager.assetPack(withID: id)) }
    }

    static func status(_ manager: Handle, _ packID: Characters) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        return Request(packID: id) { .status(try await manager.status(ofAssetPackWithID: id)) }
    }

    static func relativeStatus(_ manager: Handle, _ pack: Handle) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let object: PackObject = try Argument.object(pack, "pack", "pass one that was not released")
        let pack = object.pack
        return Request(packID: pack.id) { .status(try await manager.status(relativeTo: pack)) }
    }

    static func ensure(
        _ manager: Handle, _ packIDs: UnsafePointer<Characters>?, _ count: Int, _ options: ba_ensure_options
    ) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let ids = try Argument.texts(packIDs, count: count, "pack_ids")
        let latest = ba_ensure_options(BA_ENSURE_LATEST_VERSION)
        guard options & ~latest == 0 else {
            throw InterfaceError(
                .invalidArgument, "\"options\" has bits that this library does not know (\(options)): use a newer one.")
        }
        return Request(packID: ids.count == 1 ? ids.first : nil) {
            let failures = try await manager.unavailablePacks(
                ofIDs: ids, requireLatestVersions: options & latest != 0)
            let errors = failures.sorted { $0.key < $1.key }.map { InterfaceError($0.value, packID: $0.key) }
            guard let first = errors.first else { return .nothing }
            if ids.count == 1 { throw first }
            let reasons = errors.map { "\($0.packID ?? ""): \($0.message)" }.joined(separator: "; ")
            throw InterfaceError(
                .localAvailability, "\(errors.count) of \(ids.count) asset packs are not available: \(reasons)",
                failures: errors)
        }
    }

    static func control(
        _ manager: Handle, _ packID: Characters, _ action: ba_download_action
    ) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        let actions: [Int: DownloadsInterface.ControlDownload.Action] = [
            Int(BA_DOWNLOAD_CANCEL): .cancel, Int(BA_DOWNLOAD_PAUSE): .pause, Int(BA_DOWNLOAD_RESUME): .resume,
        ]
        guard let known = actions[Int(action)] else {
            throw InterfaceError(
                .invalidArgument, "No download can have \(action) done: use a BA_DOWNLOAD_... constant.")
        }
        return Request(packID: id) {
            try await manager.controlDownload(ofAssetPackWithID: id, known)
            return .nothing
        }
    }

    static func updates(_ manager: Handle) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        return Request {
            let (updatingIDs, removedIDs) = try await manager.checkForUpdates()
            return .updates(updatingIDs: updatingIDs, removedIDs: removedIDs)
        }
    }

    static func removal(_ manager: Handle, _ packID: Characters) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        return Request(packID: id) {
            try await manager.remove(assetPackWithID: id)
            return .nothing
        }
    }

    static func usedSpace(
        _ manager: Handle, _ packID: Characters, _ method: ba_size_method
    ) throws(InterfaceError) -> Request {
        let manager = try Argument.manager(manager).manager
        let id = try Argument.optionalText(packID, "pack_id")
        guard let known = SizeCalculationMethod(rawValue: Int(method)) else {
            throw InterfaceError(.invalidArgument, "No size is counted by \(method): use a BA_SIZE_... constant.")
        }
        return Request(packID: id) {
            if let id { return .bytes(try await manager.localSize(ofAssetPackWithID: id, calculationMethod: known)) }
            var sum: Int64 = 0
            for id in try manager.localPackIDs() {
                do {
                    sum += try await manager.localSize(ofAssetPackWithID: id, calculationMethod: known)
                } catch ManagedBackgroundAssetsError.assetPackNotFound {
                    // It went in the meantime.
                    continue
                }
            }
            return .bytes(sum)
        }
    }
}
