// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What an entry is: the byte that its TYP field holds.
package enum EntryKind: UInt8, CaseIterable, Sendable {
    case file = 0x46
    case folder = 0x44
    case symbolicLink = 0x4C
    case fifo = 0x50
    case characterDevice = 0x43
    case blockDevice = 0x42
    case socket = 0x53
    case metadata = 0x4D
    case whiteout = 0x57
    case door = 0x52
    case port = 0x54

    /// For messages.
    package var word: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        case .symbolicLink: "symbolic link"
        case .fifo: "FIFO"
        case .characterDevice: "character device"
        case .blockDevice: "block device"
        case .socket: "socket"
        case .metadata: "metadata entry"
        case .whiteout: "whiteout"
        case .door: "door"
        case .port: "port"
        }
    }
}
