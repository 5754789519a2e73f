// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CBackgroundAssetsHeader

@c @implementation
public func ba_manager_ensure_local_availability(
    _ manager: OpaquePointer?, _ packIDs: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ options: ba_ensure_options, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        _ = try Call.wait(Requests.ensure(manager, packIDs, count, options))
    }
}

@c @implementation
public func ba_manager_ensure_local_availability_async(
    _ manager: OpaquePointer?, _ packIDs: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ options: ba_ensure_options, _ completion: ba_completion?, _ context: UnsafeMutableRawPointer?,
    _ operation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.ensure(manager, packIDs, count, options)
    }
}

@c @implementation
public func ba_manager_control_download(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ action: ba_download_action,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        _ = try Call.wait(Requests.control(manager, packID, action))
    }
}

@c @implementation
public func ba_manager_control_download_async(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ action: ba_download_action,
    _ completion: ba_completion?, _ context: UnsafeMutableRawPointer?,
    _ operation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.control(manager, packID, action)
    }
}

@c @implementation
public func ba_manager_check_for_updates(
    _ manager: OpaquePointer?, _ updatingIDs: UnsafeMutablePointer<OpaquePointer?>?,
    _ removedIDs: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        updatingIDs?.pointee = nil
        removedIDs?.pointee = nil
        guard let updates = try Call.wait(Requests.updates(manager)).updates else { return }
        updatingIDs?.pointee = Handles.add(TextList(updates.updatingIDs))
        removedIDs?.pointee = Handles.add(TextList(updates.removedIDs))
    }
}

@c @implementation
public func ba_manager_check_for_updates_async(
    _ manager: OpaquePointer?, _ completion: ba_completion?, _ context: UnsafeMutableRawPointer?,
    _ operation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.updates(manager)
    }
}

@c @implementation
public func ba_manager_remove_pack(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        _ = try Call.wait(Requests.removal(manager, packID))
    }
}

@c @implementation
public func ba_manager_remove_pack_async(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ completion: ba_completion?,
    _ context: UnsafeMutableRawPointer?, _ operation: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.removal(manager, packID)
    }
}

@c @implementation
public func ba_manager_get_used_space(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ method: ba_size_method,
    _ bytes: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(bytes, "bytes")
        result.pointee = 0
        result.pointee = try Call.wait(Requests.usedSpace(manager, packID, method)).bytes ?? 0
    }
}

@c @implementation
public func ba_manager_get_used_space_async(
    _ manager: OpaquePointer?, _ packID: UnsafePointer<CChar>?, _ method: ba_size_method, _ completion: ba_completion?,
    _ context: UnsafeMutableRawPointer?, _ operation: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.start(completion, context, operation, error) { () throws(InterfaceError) in
        try Requests.usedSpace(manager, packID, method)
    }
}
