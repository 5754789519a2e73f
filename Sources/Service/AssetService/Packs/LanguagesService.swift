// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ExtensionHost
internal import Logging
internal import ServiceInterface

/// The language that an app's localized packs are for.
struct LanguagesService: Sendable {
    let store: AssetStore
    let catalog: AppCatalog
    let packs: PacksService
    let local: LocalPacksService
    let downloads: DownloadsService
    let extensions: ExtensionsService
    let manifests: ManifestService
    /// The person's languages as the service knows them, for apps that have not told yet.
    let systemLanguages: [String]
    let logger: Logger

    /// The language that the app chose itself; nil goes back to the person's preferences.
    func setResolvedLanguage(_ language: String?, of bundleID: String) async throws(ServiceError) {
        if let language, !Self.isTag(language) {
            throw ServiceError(
                .settingInvalid,
                "\(bundleID) cannot have its packs in \"\(language)\": a language is a tag such as en, pt-BR or zh-Hant",
                subject: bundleID)
        }
        _ = try await update(bundleID) { $0.resolvedLanguage = language }
    }

    /// Fetches the localized packs that the languages in force call for, and returns when they are readable. Then those
    /// of other languages go, but for the ones that the app has asked for.
    func reconcile(_ bundleID: String) async throws(ServiceError) {
        let app = try await catalog.app(bundleID)
        let manifest = try await packs.manifest(of: bundleID, refresh: true).manifest
        let wanted = selection(for: app, manifest).localizedEntries(of: manifest).map(\.id)
        let reply = try await packs.ensureLocalAvailability(
            of: wanted, bundleID: bundleID, requireLatestVersion: false, areRequested: false)
        if let failure = reply.failures.first { throw failure.error }
        let kept: Set<String>
        do throws(AssetStoreError) { kept = try await store.requestedPacks(of: bundleID).union(wanted) } catch {
            throw ServiceError(store: error)
        }
        let localized = Set(manifest.assetPacks.lazy.filter { $0.language != nil }.map(\.id))
        for pack in try await local.list(of: bundleID)
        where localized.contains(pack.packID) && !kept.contains(pack.packID) {
            try await packs.remove(pack.packID, of: bundleID, tellingRemoval: false)
        }
    }

    /// Takes note of the person's languages as a process of the app has them.
    ///
    /// - Returns: whether they count, and are others than before.
    func note(_ languages: [String], of bundleID: String) async throws(ServiceError) -> Bool {
        let before = try await update(bundleID) { $0.preferredLanguages = languages }
        let known = before.preferredLanguages.isEmpty ? systemLanguages : before.preferredLanguages
        return before.resolvedLanguage == nil && known != languages
    }

    /// Fetches the localized packs that the person's languages call for now: those whose policy lets the system do so by
    /// itself, and which the extension wants. What is here stays.
    ///
    /// - `isAwaited`: whether somebody waits for the extension's answer.
    func follow(_ bundleID: String, isAwaited: Bool) async throws(ServiceError) {
        let app = try await catalog.app(bundleID)
        let current = try await packs.current(bundleID, refresh: false)
        var wanted: [DownloadManifestEntry] = []
        for entry in selection(for: app, current.manifest).localizedEntries(of: current.manifest)
        where !entry.downloadPolicy.eventTypes.isEmpty {
            let key = PackKey(bundleID: bundleID, packID: entry.id)
            if try await local.localVersion(of: key) == nil { wanted.append(entry) }
        }
        guard !wanted.isEmpty else { return }
        logger.info("the languages of \(bundleID) are now \(app.preferredLanguages.joined(separator: ", "))")
        let bundle = try await catalog.bundle(of: bundleID)
        do throws(ExtensionError) {
            wanted = try await extensions.wanted(of: wanted, bundle: bundle, isAwaited: isAwaited)
        } catch {
            return logger.warning("no packs of \(bundleID) are fetched for its languages: \(error)")
        }
        for entry in wanted {
            try await downloads.enqueue(
                entry, bundleID: bundleID, manifestAddress: current.address, downloadClass: .background)
        }
    }

    /// What an app has its localized packs in.
    enum Taken: Equatable {
        case language(String)
        /// None that it publishes is among the languages that it is to have, nor its primary one.
        case nothingFits([String])
    }

    /// What an app has its localized packs in; nil when that is not known.
    func taken(by app: StoredApp) async -> Taken? {
        do {
            let information = try await catalog.information(of: app.bundleID)
            guard let manifest = try await manifests.stored(for: information)?.manifest else { return nil }
            let selection = selection(for: app, manifest)
            guard let language = selection.localizedEntries(of: manifest).first?.language else {
                return .nothingFits(selection.preferred)
            }
            return .language(language)
        } catch {
            logger.debug("the languages of \(app.bundleID) are not known: \(error)")
            return nil
        }
    }

    /// Whether a text is formed like a tag of BCP 47, which one that no pack is in may be, too.
    private static func isTag(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
                    }
            }
    }

    private func update(
        _ bundleID: String, _ change: @escaping @Sendable (inout StoredApp) -> Void
    ) async throws(ServiceError) -> StoredApp {
        do throws(AssetStoreError) {
            if let before = try await store.update(bundleID, change) { return before }
        } catch { throw ServiceError(store: error) }
        throw .appNotFound(bundleID)
    }

    private func selection(for app: StoredApp, _ manifest: DownloadManifest) -> LanguageSelection {
        let preferred = app.preferredLanguages.isEmpty ? systemLanguages : app.preferredLanguages
        return LanguageSelection(
            preferred: app.resolvedLanguage.map { [$0] } ?? preferred, primary: manifest.primaryLanguage)
    }
}
