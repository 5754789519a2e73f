// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import BackgroundAssets

/// A downloader extension of an app whose asset packs the store hosts.
///
/// It adds no members: the system fetches the packs that their download policies call for, and asks
/// ``BackgroundAssets/ManagedDownloaderExtension/shouldDownload(_:)`` before each. On Linux the packs come from the host
/// that the app's build names, or from `BAManifestURL`.
public protocol StoreDownloaderExtension: ManagedDownloaderExtension {}
