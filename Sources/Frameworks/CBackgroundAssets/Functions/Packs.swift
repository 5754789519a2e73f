// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The compiler holds each function to its declaration in the header, whose documentation and name it has.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BackgroundAssets
internal import CBackgroundAssetsHeader

private func object(_ pack: OpaquePointer?) -> PackObject? { Handles.object(pack) }

@c @implementation
public func ba_pack_retain(_ pack: OpaquePointer?) -> OpaquePointer? { Handles.retain(pack, as: PackObject.self) }

@c @implementation
public func ba_pack_release(_ pack: OpaquePointer?) { Handles.release(pack, as: PackObject.self) }

@c @implementation
public func ba_pack_id(_ pack: OpaquePointer?) -> UnsafePointer<CChar>? { object(pack)?.id.pointer }

@c @implementation
public func ba_pack_version(_ pack: OpaquePointer?) -> Int64 { Int64(object(pack)?.pack.version ?? 0) }

@c @implementation
public func ba_pack_download_size(_ pack: OpaquePointer?) -> Int64 { Int64(object(pack)?.pack.downloadSize ?? 0) }

@c @implementation
public func ba_pack_user_info(_ pack: OpaquePointer?, _ size: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
    let text = object(pack)?.userInfo
    size?.pointee = text?.size ?? 0
    return text?.pointer
}

@c @implementation
public func ba_pack_language(_ pack: OpaquePointer?) -> UnsafePointer<CChar>? { object(pack)?.language?.pointer }

// MARK: Lists

@c @implementation
public func ba_packs_retain(_ packs: OpaquePointer?) -> OpaquePointer? { Handles.retain(packs, as: PackList.self) }

@c @implementation
public func ba_packs_release(_ packs: OpaquePointer?) { Handles.release(packs, as: PackList.self) }

@c @implementation
public func ba_packs_count(_ packs: OpaquePointer?) -> Int {
    Handles.object(packs, as: PackList.self)?.handles.count ?? 0
}

@c @implementation
public func ba_packs_at(_ packs: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    Handles.object(packs, as: PackList.self)?.handles.element(at: index) ?? nil
}

@c @implementation
public func ba_strings_retain(_ strings: OpaquePointer?) -> OpaquePointer? {
    Handles.retain(strings, as: TextList.self)
}

@c @implementation
public func ba_strings_release(_ strings: OpaquePointer?) { Handles.release(strings, as: TextList.self) }

@c @implementation
public func ba_strings_count(_ strings: OpaquePointer?) -> Int {
    Handles.object(strings, as: TextList.self)?.texts.count ?? 0
}

@c @implementation
public func ba_strings_at(_ strings: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    Handles.object(strings, as: TextList.self)?.texts.element(at: index)?.pointer
}
