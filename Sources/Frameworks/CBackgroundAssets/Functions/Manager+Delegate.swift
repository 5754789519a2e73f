// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CBackgroundAssetsHeader

@c @implementation
public func ba_manager_set_delegate(
    _ manager: OpaquePointer?, _ delegate: UnsafePointer<ba_delegate>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let delegates = try Argument.manager(manager).delegates
        try delegates.set(Delegate(copying: delegate))
    }
}

@c @implementation
public func ba_manager_clear_delegate(_ manager: OpaquePointer?) {
    Handles.object(manager, as: ManagerObject.self)?.delegates.clear()
}
