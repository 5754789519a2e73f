// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CBackgroundAssetsHeader

private func object(_ error: OpaquePointer?) -> ErrorObject? { Handles.object(error) }

@c @implementation
public func ba_error_retain(_ error: OpaquePointer?) -> OpaquePointer? { Handles.retain(error, as: ErrorObject.self) }

@c @implementation
public func ba_error_release(_ error: OpaquePointer?) { Handles.release(error, as: ErrorObject.self) }

@c @implementation
public func ba_error_domain(_ error: OpaquePointer?) -> ba_domain {
    object(error)?.error.code.domain ?? ba_domain(BA_DOMAIN_NONE)
}

@c @implementation
public func ba_error_code(_ error: OpaquePointer?) -> ba_result {
    guard error != nil else { return ba_result(BA_OK) }
    return object(error)?.error.code.rawValue ?? ba_result(BA_ERROR_INVALID_HANDLE)
}

@c @implementation
public func ba_error_name(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { object(error)?.name.pointer }

@c @implementation
public func ba_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { object(error)?.message.pointer }

@c @implementation
public func ba_error_pack_id(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { object(error)?.packID?.pointer }

@c @implementation
public func ba_error_failure_count(_ error: OpaquePointer?) -> Int { object(error)?.failures.count ?? 0 }

@c @implementation
public func ba_error_failure_at(_ error: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    object(error)?.failures.element(at: index) ?? nil
}
