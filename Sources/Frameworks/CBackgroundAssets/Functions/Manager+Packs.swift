// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BackgroundAssets
public import CBackgroundAssetsHeader

@c @implementation
public func ba_manager_shared() -> OpaquePointer? { ManagerObject.shared }

@c @implementation
public func ba_manager_copy_packs(
    _ manager: OpaquePointer?, _ packs: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(packs, "packs")
        result.pointee = nil
        result.pointee = try Call.wait(Requests.packs(manager)).packs.flatMap { Handles.add(PackList($0)) }
    }
}

@c @implementation
public func ba_manager_copy_packs_async(
    _ manager: OpaquePointer?, _ completion: ba_completion?, _ context: UnsafeMutableRawPointer?,
    _ operation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.packs(manager)
    }
}

@c @implementation
public func ba_manager_copy_pack(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ pack: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(pack, "pack")
        result.pointee = nil
        result.pointee = try Call.wait(Requests.pack(manager, packID)).pack.flatMap { Handles.add(PackObject($0)) }
    }
}

@c @implementation
public func ba_manager_copy_pack_async(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ completion: ba_completion?,
    _ context: UnsafeMutableRawPointer?, _ operation: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.pack(manager, packID)
    }
}

@c @implementation
public func ba_manager_get_status(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ status: UnsafeMutablePointer<ba_pack_status>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(status, "status")
        result.pointee = 0
        result.pointee = try Call.wait(Requests.status(manager, packID)).status ?? 0
    }
}

@c @implementation
public func ba_manager_get_status_async(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ completion: ba_completion?,
    _ context: UnsafeMutableRawPointer?, _ operation: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.status(manager, packID)
    }
}

@c @implementation
public func ba_manager_get_relative_status(
    _ manager: OpaquePointer?, _ pack: OpaquePointer?, _ status: UnsafeMutablePointer<ba_pack_status>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(status, "status")
        result.pointee = 0
        result.pointee = try Call.wait(Requests.relativeStatus(manager, pack)).status ?? 0
    }
}

@c @implementation
public func ba_manager_get_relative_status_async(
    _ manager: OpaquePointer?, _ pack: OpaquePointer?, _ completion: ba_completion?,
    _ context: UnsafeMutableRawPointer?, _ operation: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.relativeStatus(manager, pack)
    }
}

@c @implementation
public func ba_manager_get_local_status(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ status: UnsafeMutablePointer<ba_pack_status>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(status, "status")
        result.pointee = 0
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        let status = try Call.translating(packID: id) { try manager.knownStatus(ofAssetPackWithID: id) }
        result.pointee = ba_pack_status(truncatingIfNeeded: status.rawValue)
    }
}

@c @implementation
public func ba_manager_get_local_version(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ version: UnsafeMutablePointer<Int64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(version, "version")
        result.pointee = 0
        let manager = try Argument.manager(manager).manager
        let id = try Argument.text(packID, "pack_id")
        result.pointee = Int64(try Call.translating(packID: id) { try manager.localVersion(ofAssetPackWithID: id) })
    }
}
