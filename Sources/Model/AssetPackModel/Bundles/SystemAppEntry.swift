// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a drop-in file holds by which a distribution's package registers its app for every user.
///
/// `<bundle-id>.json`: `{"bundleID": "…", "formatVersion": 1, "path": "/…"}`. Other keys are for later versions and are
/// not looked at.
package struct SystemAppEntry: Codable, Equatable, Sendable {
    package static let currentFormatVersion = 1

    package var formatVersion = SystemAppEntry.currentFormatVersion
    package var bundleID: String
    /// Where the bundle lies, absolute.
    package var path: String

    package init(bundleID: String, path: String) {
        self.bundleID = bundleID
        self.path = path
    }

    /// Reads the bytes of the file `name`.
    ///
    /// - Throws: what is wrong with it, and what to do.
    package init(decoding bytes: [UInt8], name: String) throws(AppBundleError) {
        struct Version: Decodable { var formatVersion: Int }
        let decoder = JSONDecoder()
        do {
            let version = try decoder.decode(Version.self, from: Data(bytes)).formatVersion
            guard version == Self.currentFormatVersion else {
                throw AppBundleError(
                    "its formatVersion is \(version), and this service reads \(Self.currentFormatVersion): "
                        + "update backgroundassetsd, or write it with this one's `ba register --system`")
            }
            self = try decoder.decode(Self.self, from: Data(bytes))
        } catch let error as AppBundleError {
            throw error
        } catch {
            throw AppBundleError(
                "it is no JSON object with bundleID, formatVersion and path: write it with `ba register --system`")
        }
        guard IdentifierRule.allows(bundleID), name == bundleID + ".json" else {
            throw AppBundleError("it names the app \(bundleID), so its own name must be \(bundleID).json")
        }
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw AppBundleError("its path \"\(path)\" is not absolute")
        }
    }
}
