// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Glibc
internal import SystemPackage
internal import SystemSupport

extension FileManager {
    /// Replaces an item by a new one in one step: after it, and if anything goes wrong before its end, one of the two is at
    /// `originalItemURL`, whole.
    ///
    /// Foundation's own on Linux throws when there is no original item, and moves it over the new one when there is: the new
    /// file is lost. A call without the default arguments, which is what code written for Apple's platforms has, comes here.
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
        do throws(SystemError) {
            try ItemReplacement(original: originalItemURL.path, new: newItemURL.path).run()
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
}
