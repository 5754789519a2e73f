// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BackgroundAssets
public import CBackgroundAssetsHeader

/// What an operation has brought; nil when it has not.
private func value(_ operation: OpaquePointer?) -> Operation.Value? {
    guard case .success(let value) = Handles.object(operation, as: Operation.self)?.result else { return nil }
    return value
}

private func object(_ operation: OpaquePointer?) throws(InterfaceError) -> Operation {
    try Argument.object(operation, "operation", "pass one that was started and not released")
}

@c @implementation
public func ba_operation_retain(_ operation: OpaquePointer?) -> OpaquePointer? {
    Handles.retain(operation, as: Operation.self)
}

@c @implementation
public func ba_operation_release(_ operation: OpaquePointer?) { Handles.release(operation, as: Operation.self) }

@c @implementation
public func ba_operation_cancel(_ operation: OpaquePointer?) { Handles.object(operation, as: Operation.self)?.cancel() }

@c @implementation
public func ba_operation_result(
    _ operation: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        guard let result = try object(operation).result else { throw .pending }
        _ = try result.get()
    }
}

@c @implementation
public func ba_operation_wait(
    _ operation: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in _ = try object(operation).wait() }
}

@c @implementation
public func ba_operation_copy_packs(_ operation: OpaquePointer?) -> OpaquePointer? {
    value(operation)?.packs.flatMap { Handles.add(PackList($0)) }
}

@c @implementation
public func ba_operation_copy_pack(_ operation: OpaquePointer?) -> OpaquePointer? {
    value(operation)?.pack.flatMap { Handles.add(PackObject($0)) }
}

@c @implementation
public func ba_operation_status(_ operation: OpaquePointer?) -> ba_pack_status {
    value(operation)?.status.map { ba_pack_status($0) } ?? 0
}

@c @implementation
public func ba_operation_copy_updating_ids(_ operation: OpaquePointer?) -> OpaquePointer? {
    value(operation)?.updates.flatMap { Handles.add(TextList($0.updatingIDs)) }
}

@c @implementation
public func ba_operation_copy_removed_ids(_ operation: OpaquePointer?) -> OpaquePointer? {
    value(operation)?.updates.flatMap { Handles.add(TextList($0.removedIDs)) }
}

@c @implementation
public func ba_operation_bytes(_ operation: OpaquePointer?) -> Int64 { value(operation)?.bytes ?? 0 }
