// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// Code of a client that replaces items in every way that Foundation's signature allows: none of it may be ambiguous.
struct ItemReplacementClient {
    let manager = FileManager.default
    let old: URL
    let new: URL

    func replace(backup: String?, options: FileManager.ItemReplacementOptions) throws -> URL? {
        try manager.replaceItemAt(old, withItemAt: new)
        try manager.replaceItemAt(old, withItemAt: new, options: [])
        try manager.replaceItemAt(old, withItemAt: new, options: options)
        try manager.replaceItemAt(old, withItemAt: new, backupItemName: nil)
        try manager.replaceItemAt(old, withItemAt: new, backupItemName: "backup")
        try manager.replaceItemAt(old, withItemAt: new, backupItemName: backup)
        try manager.replaceItemAt(old, withItemAt: new, backupItemName: nil, options: [])
        try manager.replaceItemAt(old, withItemAt: new, backupItemName: backup, options: .usingNewMetadataOnly)
        _ = try [old].compactMap {
            try manager.replaceItemAt($0, withItemAt: new, backupItemName: "\(new.lastPathComponent)~", options: [])
        }
        guard let result = try? manager.replaceItemAt(old, withItemAt: new, backupItemName: backup, options: options)
        else { return try manager.replaceItemAt(old, withItemAt: new, backupItemName: "backup", options: options) }
        return result
    }

    func replaceLater() -> Task<Void, any Error> {
        Task {
            try manager.replaceItemAt(old, withItemAt: new, backupItemName: "backup", options: [])
            try manager.replaceItemAt(old, withItemAt: new, backupItemName: nil, options: [])
        }
    }
}
