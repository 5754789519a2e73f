// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
public import Foundation
internal import SystemSupport

extension FileManager {
    /// The container that an app and its extensions share.
    ///
    /// The service makes it when the app is installed. As on a Mac, an identifier is not looked up: there is a URL also for a group
    /// that the app does not have, where nothing of it ever arrives.
    ///
    /// - Parameter groupIdentifier: as in the app's Info.plist.
    /// - Returns: a folder under the service's root; nil when the identifier is none.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard IdentifierRule.allows(groupIdentifier), let location = AppIdentity.own.location else { return nil }
        return URL(fileURLWithPath: location.root + "/groups/" + groupIdentifier, isDirectory: true)
    }
}
