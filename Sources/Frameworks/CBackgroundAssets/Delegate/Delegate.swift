// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import CBackgroundAssetsHeader
internal import Foundation

/// What a `ba_delegate` was when it was set.
// @unchecked Sendable: the members do not change, and are called on the thread that the header names.
struct Delegate: @unchecked Sendable {
    private let members: ba_delegate

    /// Copies a structure of the caller's, which may know more members than this library does.
    init(copying pointer: UnsafePointer<ba_delegate>?) throws(InterfaceError) {
        guard let pointer else {
            throw InterfaceError(
                .invalidArgument, "\"delegate\" is NULL: pass a structure, or call ba_manager_clear_delegate().")
        }
        // Only the size may be there to be read.
        let size = UnsafeRawPointer(pointer).loadUnaligned(as: UInt.self)
        guard size >= MemoryLayout<ba_delegate>.size else {
            throw InterfaceError(
                .invalidArgument,
                "The delegate's size is \(size), and \(MemoryLayout<ba_delegate>.size) at least: set it to "
                    + "sizeof(ba_delegate).")
        }
        members = pointer.pointee
    }

    /// Tells of an update, in a callback.
    func call(_ update: AssetPackManager.DownloadStatusUpdate) {
        switch update {
        case .began(let pack): call(members.began, pack)
        case .paused(let pack): call(members.paused, pack)
        case .finished(let pack): call(members.finished, pack)
        case .downloading(let pack, let progress):
            guard let function = members.progress else { return }
            let total = progress.totalUnitCount
            lending(PackObject(pack)) {
                function(members.context, $0, progress.completedUnitCount, total > 0 ? total : -1)
            }
        case .failed(let pack, let error):
            guard let function = members.failed else { return }
            lending(PackObject(pack)) { pack in
                lending(ErrorObject(InterfaceError(error, packID: update.assetPack.id))) {
                    function(members.context, pack, $0)
                }
            }
        }
    }

    private func call(
        _ function: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?, _ pack: AssetPack
    ) {
        guard let function else { return }
        lending(PackObject(pack)) { function(members.context, $0) }
    }

    /// Gives an object a handle while `body` runs, and for as long as that retains it.
    private func lending<Object: AnyObject & Sendable>(_ object: Object, _ body: (OpaquePointer?) -> Void) {
        let handle = Handles.add(object)
        body(handle)
        Handles.release(handle, as: Object.self)
    }
}
