// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import System

/// Reads what a caller has passed, which may be anything.
enum Argument {
    static func manager(_ handle: OpaquePointer?) throws(InterfaceError) -> ManagerObject {
        try object(handle, "manager", "ba_manager_shared() gives it")
    }

    static func object<Object: AnyObject>(
        _ handle: OpaquePointer?, _ name: String, _ remedy: String, as type: Object.Type = Object.self
    ) throws(InterfaceError) -> Object {
        guard handle != nil else { throw null(name, remedy) }
        guard let object = Handles.object(handle, as: type) else {
            throw InterfaceError(
                .invalidHandle, "\"\(name)\" is of another type, or was released before: \(remedy).")
        }
        return object
    }

    static func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(InterfaceError) -> String {
        guard let pointer else { throw null(name, "pass a text") }
        guard let text = String(validatingCString: pointer) else {
            throw InterfaceError(.invalidUTF8, "\"\(name)\" is not UTF-8: encode it so.")
        }
        return text
    }

    static func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(InterfaceError) -> String? {
        guard pointer != nil else { return nil }
        return try text(pointer, name)
    }

    static func path(_ pointer: UnsafePointer<CChar>?) throws(InterfaceError) -> FilePath {
        FilePath(try text(pointer, "path"))
    }

    static func texts(
        _ pointers: UnsafePointer<UnsafePointer<CChar>?>?, count: Int, _ name: String
    ) throws(InterfaceError) -> Set<String> {
        guard count >= 0 else {
            throw InterfaceError(.invalidArgument, "No \"\(name)\" can have \(UInt(bitPattern: count)).")
        }
        if count == 0 { return [] }
        guard let pointers else { throw null(name, "pass an array") }
        var result: Set<String> = []
        for index in 0..<count { result.insert(try text(pointers[index], "\(name)[\(index)]")) }
        return result
    }

    /// A place for a result.
    static func result<Value>(
        _ pointer: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(InterfaceError) -> UnsafeMutablePointer<Value> {
        guard let pointer else { throw null(name, "pass where the result is to go") }
        return pointer
    }

    private static func null(_ name: String, _ remedy: String) -> InterfaceError {
        InterfaceError(.invalidArgument, "\"\(name)\" is NULL: \(remedy).")
    }
}
