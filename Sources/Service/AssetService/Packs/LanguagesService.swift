// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import ServiceInterface

/// The language that an app's localized packs are for.
struct LanguagesService: Sendable {
    let store: AssetStore
    let catalog: AppCatalog
    let packs: PacksService

    /// The language that the app chose itself; nil goes back to the person's preferences.
    func setResolvedLanguage(_ language: String?, of bundleID: String) async throws(ServiceError) {
        var app = try await catalog.app(bundleID)
        app.resolvedLanguage = language
        do throws(AssetStoreError) { try await store.save(app) } catch { throw ServiceError(store: error) }
    }

    /// Fetches the localized packs that the languages in force call for, and returns when they are readable.
    func reconcile(_ bundleID: String) async throws(ServiceError) {
        let app = try await catalog.app(bundleID)
        let manifest = try await packs.manifest(of: bundleID, refresh: true).manifest
        let selection = LanguageSelection(
            preferred: app.resolvedLanguage.map { [$0] } ?? app.preferredLanguages, primary: manifest.primaryLanguage)
        let wanted = selection.localizedEntries(of: manifest).map(\.id)
        let reply = try await packs.ensureLocalAvailability(
            of: wanted, bundleID: bundleID, requireLatestVersion: false)
        if let failure = reply.failures.first { throw failure.error }
    }
}
