// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Glibc
internal import SystemPackage
internal import SystemSupport

// Foundation's own `replaceItemAt(_:withItemAt:backupItemName:options:)` on Linux throws when there is no original item, and
// moves it over the new one when there is: the new file is lost. So there is one here for every way to call it. Those that
// fill in no default argument are preferred to Foundation's; the last way, with a backup name that may be nil and options,
// looks just like Foundation's, and is an `ItemReplacementCall`.
extension FileManager {
    /// Replaces an item by a new one in one step: after it, and if anything goes wrong before its end, one of the two is at
    /// `originalItemURL`, whole.
    ///
    /// The new item keeps its attributes, also the mark by which it may be purged, and takes over the permissions of the
    /// original.
    ///
    /// - Parameters:
    ///   - originalItemURL: the item that goes; it need not be there.
    ///   - newItemURL: the item that takes its place, and is no longer at its own place then.
    /// - Returns: where the new item is: `originalItemURL`.
    /// - Throws: an error of `NSCocoaErrorDomain` that has the system's reason beneath it; both items are as they were.
    @discardableResult
    public func replaceItemAt(_ originalItemURL: URL, withItemAt newItemURL: URL) throws -> URL? {
        try replace(originalItemURL, by: newItemURL, nil, [])
    }

    /// Replaces an item by a new one in one step.
    ///
    /// - Parameters:
    ///   - originalItemURL: the item that goes; it need not be there.
    ///   - newItemURL: the item that takes its place.
    ///   - options: `usingNewMetadataOnly` leaves the new item its own permissions.
    /// - Returns: where the new item is: `originalItemURL`.
    /// - Throws: an error of `NSCocoaErrorDomain` that has the system's reason beneath it.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, options: FileManager.ItemReplacementOptions
    ) throws -> URL? { try replace(originalItemURL, by: newItemURL, nil, options) }

    /// Replaces an item by a new one in one step.
    ///
    /// - Parameters:
    ///   - originalItemURL: the item that goes; it need not be there.
    ///   - newItemURL: the item that takes its place.
    ///   - backupItemName: the name of a backup beside the original; what has it is removed. The backup is too, at the end.
    /// - Returns: where the new item is: `originalItemURL`.
    /// - Throws: an error of `NSCocoaErrorDomain` that has the system's reason beneath it.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?
    ) throws -> URL? { try replace(originalItemURL, by: newItemURL, backupItemName, []) }

    /// Replaces an item by a new one in one step.
    ///
    /// - Parameters:
    ///   - originalItemURL: the item that goes; it need not be there.
    ///   - newItemURL: the item that takes its place.
    ///   - backupItemName: the name of a backup beside the original; what has it is removed.
    ///   - options: `usingNewMetadataOnly` leaves the new item its own permissions; with `withoutDeletingBackupItem` the
    ///     original stays as the backup.
    /// - Returns: where the new item is: `originalItemURL`.
    /// - Throws: an error of `NSCocoaErrorDomain` that has the system's reason beneath it.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String,
        options: FileManager.ItemReplacementOptions
    ) throws -> URL? { try replace(originalItemURL, by: newItemURL, backupItemName, options) }

    func replace(
        _ originalItemURL: URL, by newItemURL: URL, _ backupItemName: String?, _ options: ItemReplacementOptions
    ) throws -> URL {
        let backup = try backupItemName.map { try backupURL(named: $0, beside: originalItemURL) }?.path
        let keepsBackup = options.contains(.withoutDeletingBackupItem)
        do throws(SystemError) {
            let isThere = FileStatus(path: originalItemURL.path) != nil
            try ItemReplacement(
                original: originalItemURL.path, new: newItemURL.path,
                takesPermissions: !options.contains(.usingNewMetadataOnly), backup: keepsBackup ? backup : nil
            ).run()
            // Nobody sees a backup that is removed at the end; what has its name goes, as it does for one.
            if isThere, !keepsBackup, let backup, backup != newItemURL.path { try? ItemReplacement.remove(backup) }
        } catch {
            throw CocoaError(
                error.isOutOfSpace
                    ? .fileWriteOutOfSpace
                    : error.errno == .noSuchFileOrDirectory ? .fileNoSuchFile : .fileWriteUnknown,
                userInfo: [
                    NSFilePathErrorKey: error.subject, NSLocalizedDescriptionKey: "\(error)",
                    NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(error.errno.rawValue)),
                ])
        }
        return originalItemURL
    }

    private func backupURL(named name: String, beside originalItemURL: URL) throws -> URL {
        guard !["", ".", "..", originalItemURL.lastPathComponent].contains(name), !name.contains("/") else {
            throw CocoaError(
                .fileWriteInvalidFileName,
                userInfo: [
                    NSFilePathErrorKey: originalItemURL.path,
                    NSLocalizedDescriptionKey:
                        "\(originalItemURL.path) cannot have a backup named \"\(name)\": give it a file name of its own.",
                ])
        }
        return originalItemURL.deletingLastPathComponent().appendingPathComponent(name)
    }
}
