// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BackgroundAssets
public import CBackgroundAssetsHeader
internal import Foundation
internal import Glibc
internal import System

@c @implementation
public func ba_manager_copy_contents(
    _ manager: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ packID: UnsafePointer<CChar>?,
    _ contents: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(contents, "contents")
        result.pointee = nil
        let manager = try Argument.manager(manager).manager
        let path = try Argument.path(path)
        let id = try Argument.optionalText(packID, "pack_id")
        let data = try Call.translating(packID: id) {
            try manager.contents(at: path, searchingInAssetPackWithID: id, options: .mappedIfSafe)
        }
        result.pointee = Handles.add(ContentsObject(data))
    }
}

@c @implementation
public func ba_contents_retain(_ contents: OpaquePointer?) -> OpaquePointer? {
    Handles.retain(contents, as: ContentsObject.self)
}

@c @implementation
public func ba_contents_release(_ contents: OpaquePointer?) { Handles.release(contents, as: ContentsObject.self) }

@c @implementation
public func ba_contents_bytes(_ contents: OpaquePointer?) -> UnsafeRawPointer? {
    Handles.object(contents, as: ContentsObject.self)?.bytes
}

@c @implementation
public func ba_contents_size(_ contents: OpaquePointer?) -> Int {
    Handles.object(contents, as: ContentsObject.self)?.size ?? 0
}

@c @implementation
public func ba_manager_open_file(
    _ manager: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ packID: UnsafePointer<CChar>?,
    _ descriptor: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(descriptor, "descriptor")
        result.pointee = -1
        let manager = try Argument.manager(manager).manager
        let path = try Argument.path(path)
        let id = try Argument.optionalText(packID, "pack_id")
        result.pointee = try Call.translating(packID: id) {
            try manager.descriptor(for: path, searchingInAssetPackWithID: id).rawValue
        }
    }
}

@c @implementation
public func ba_manager_copy_file_path(
    _ manager: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ filePath: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> ba_result {
    Call.reporting(error) { () throws(InterfaceError) in
        let result = try Argument.result(filePath, "file_path")
        result.pointee = nil
        let manager = try Argument.manager(manager).manager
        let path = try Argument.path(path)
        let found = try Call.translating { try manager.url(for: path).path }
        guard let copy = strdup(found) else {
            throw InterfaceError(.noResources, "There is no memory for the path \(found): free some.")
        }
        result.pointee = copy
    }
}

@c @implementation
public func ba_string_free(_ string: UnsafeMutablePointer<CChar>?) { free(string) }
