// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// Has the assets of an app follow the person's languages.
struct LanguageChanges: Sendable {
    let catalog: AppCatalog
    let languages: LanguagesService
    let check: AppCheck

    /// Fetches the localized packs of an app for the languages that it has now; one that manages its assets itself is asked
    /// what it wants for them. Nothing when there is neither.
    ///
    /// - `isAwaited`: whether somebody waits for the extension's answer.
    func follow(_ bundleID: String, isAwaited: Bool) async throws(ServiceError) {
        let bundle = try await catalog.bundle(of: bundleID)
        if bundle.information.hasManagedAssetPacks {
            try await languages.follow(bundleID, isAwaited: isAwaited)
        } else if ContentRequests.source(of: bundle) != nil {
            _ = try await check.requestContent(.languageChange, of: bundleID, isAwaited: isAwaited)
        }
    }
}
