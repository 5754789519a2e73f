// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension FileManager {
    /// What replaces an item when `replaceItemAt` is called with a backup name that may be nil, and options.
    ///
    /// A method of Foundation's very signature would make each such call ambiguous; a property of its name is preferred to
    /// Foundation's method. Not so where the call is all that an asynchronous closure consists of: leave out the name that
    /// is nil there.
    public var replaceItemAt: ItemReplacementCall { ItemReplacementCall(manager: self) }

    /// Replaces items when it is called.
    public struct ItemReplacementCall {
        fileprivate let manager: FileManager

        /// Replaces an item by a new one in one step.
        ///
        /// - Parameters:
        ///   - originalItemURL: the item that goes; it need not be there.
        ///   - newItemURL: the item that takes its place.
        ///   - backupItemName: the name of a backup beside the original, if there is to be one; what has it is removed.
        ///   - options: `usingNewMetadataOnly` leaves the new item its own permissions; with `withoutDeletingBackupItem`
        ///     the original stays as the backup.
        /// - Returns: where the new item is: `originalItemURL`.
        /// - Throws: an error of `NSCocoaErrorDomain` that has the system's reason beneath it.
        @discardableResult
        public func callAsFunction(
            _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?,
            options: FileManager.ItemReplacementOptions
        ) throws -> URL? { try manager.replace(originalItemURL, by: newItemURL, backupItemName, options) }
    }
}
