// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import ExtensionFoundation

/// A downloader extension of an app with managed asset packs. It needs no code of its own.
public protocol ManagedDownloaderExtension: BADownloaderExtension
where Configuration: ManagedDownloaderExtensionConfiguration {
    /// Whether the system may download a pack by itself: at an installation or update, or because a newer version of a
    /// local one was published. It is not asked about packs that the app calls for.
    func shouldDownload(_ assetPack: AssetPack) -> Bool
}

extension ManagedDownloaderExtension {
    /// Lets the system download every pack that its policy calls for.
    public func shouldDownload(_ assetPack: AssetPack) -> Bool { true }

    /// Answers `backgroundassets.v1.Extension`.
    public static func _requests(to instance: Self) -> _ExtensionRequests {
        _ExtensionRequests(handlers: AskedExtension(managed: instance).handlers())
    }
}
