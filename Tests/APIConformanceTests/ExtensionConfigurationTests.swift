// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import StoreKit
import Testing

/// The configurations that every downloader extension has, without a line of its own.
@Suite("Configurations of extensions") struct ExtensionConfigurationTests {
    private struct Unmanaged: BADownloaderExtension {}
    private struct Managed: ManagedDownloaderExtension {}
    private struct Store: StoreDownloaderExtension {}

    /// Takes what the protocols say it is.
    @MainActor private func delegate<Extension: ManagedDownloaderExtension>(
        of appExtension: Extension
    ) -> Extension.Configuration.DownloadManagerDelegateType {
        type(of: appExtension.configuration).downloadManagerDelegate
    }

    @MainActor private func isOfDownloader(_ configuration: some BADownloaderExtensionConfiguration) -> Bool { true }

    @Test("1.5: managed extensions have a delegate that leaves everything to the system") @MainActor func managed() {
        let delegates: [any BADownloadManagerDelegate] = [delegate(of: Managed()), delegate(of: Store())]
        for delegate in delegates { #expect(delegate is NSObject) }
        // One for all calls, as it is a type's.
        #expect(delegate(of: Managed()) === delegate(of: Managed()))
    }

    @Test("1.5: an extension without a configuration of its own has one of a downloader") @MainActor func unmanaged() {
        #expect(isOfDownloader(Unmanaged().configuration))
        #expect(isOfDownloader(Managed().configuration))
        let configurations: [any AppExtensionConfiguration] = [Unmanaged().configuration, Store().configuration]
        #expect(configurations.count == 2)
    }
}
