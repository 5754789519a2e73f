// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation

/// A downloader extension without code of its own, for apps in other languages than Swift: their bundles hold a copy of it.
@main
struct ManagedDownloader: ManagedDownloaderExtension {}
