// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import System

// Every spelling of the managed API from 26.0 to 27.2, with no availability checks. That this file compiles without a
// warning is the test; nothing here is run.

func downloadWithProgress() async throws {
    let assetPack = try await AssetPackManager.shared.assetPack(withID: "Tutorial")
    let statusUpdates = AssetPackManager.shared.statusUpdates(forAssetPackWithID: "Tutorial")
    Task {
        for await statusUpdate in statusUpdates {
            if case .downloading(_, let progress) = statusUpdate { print(progress.fractionCompleted) }
        }
    }
    try await AssetPackManager.shared.ensureLocalAvailability(of: assetPack)
}

func cancelAndFetchAgain() async throws {
    for await statusUpdate in AssetPackManager.shared.statusUpdates(forAssetPackWithID: "Tutorial") {
        if case .downloading(_, let progress) = statusUpdate { progress.cancel() }
    }
    try await AssetPackManager.shared.remove(assetPackWithID: "Tutorial")
    let again = try await AssetPackManager.shared.assetPack(withID: "Tutorial")
    try await AssetPackManager.shared.ensureLocalAvailability(of: again)
}

func read() throws {
    let videoData = try AssetPackManager.shared.contents(at: "Videos/Introduction.m4v")
    let videoDescriptor = try AssetPackManager.shared.descriptor(for: "Videos/Introduction.m4v")
    defer { do { try videoDescriptor.close() } catch {} }
    print(videoData.count)
    let path = FilePath("Videos").appending("Introduction.m4v")
    _ = try AssetPackManager.shared.contents(at: path, searchingInAssetPackWithID: "Tutorial", options: .alwaysMapped)
    _ = try AssetPackManager.shared.contents(at: path, options: [])
    let descriptor: FileDescriptor = try AssetPackManager.shared.descriptor(
        for: path, searchingInAssetPackWithID: "Tutorial")
    try descriptor.close()
    let url: URL = try AssetPackManager.shared.url(for: "Videos")
    print(url)
}

func followAll() async {
    for await update in await AssetPackManager.shared.statusUpdates {
        switch update {
        case .began(let assetPack): print("began \(assetPack)")
        case .paused(let assetPack): print("paused \(assetPack.id)")
        case .downloading(let assetPack, let progress): print("\(assetPack.id) \(progress.fractionCompleted)")
        case .finished(let assetPack): print("finished \(assetPack.version)")
        case .failed(let assetPack, let error): print("failed \(assetPack.id): \(error)")
        }
    }
}

func status(of manager: AssetPackManager) async throws {
    for assetPack in try await manager.allAssetPacks {
        let old: AssetPack.Status = try await manager.status(ofAssetPackWithID: assetPack.id)
        let relative = try await manager.status(relativeTo: assetPack)
        let local = await manager.localStatus(ofAssetPackWithID: assetPack.id)
        if old.contains(.updateAvailable) || relative.isSuperset(of: [.downloaded, .upToDate]) || local == [.downloaded]
        {
            continue
        }
        let all: AssetPack.Status = [
            .downloadAvailable, .updateAvailable, .upToDate, .outOfDate, .obsolete, .downloading, .downloaded,
        ]
        print(all.subtracting(local), manager.assetPackIsAvailableLocally(withID: assetPack.id))
        try await manager.ensureLocalAvailability(of: assetPack, requireLatestVersion: true)
        try await manager.ensureLocalAvailability(of: assetPack, requireLatestVersion: false)
        print(try manager.localVersion(ofAssetPackWithID: assetPack.id))
        print(try await manager.localSize(ofAssetPackWithID: assetPack.id, calculationMethod: .logical))
        print(try await manager.localSize(ofAssetPackWithID: assetPack.id, calculationMethod: .allocated))
    }
    let (updatingIDs, removedIDs) = try await manager.checkForUpdates()
    print(updatingIDs.union(removedIDs))
    try await manager.checkForUpdates()
}

func manifests(at url: URL) async throws {
    let published: AssetPackManifest = try await AssetPackManager.shared.manifest
    do {
        try await AssetPackManager.shared.ensureLocalAvailability(of: published.assetPacks)
        try await AssetPackManager.shared.ensureLocalAvailability(
            of: published.localizedAssetPacks, requireLatestVersions: true)
    } catch let error as AssetPackManager.LocalAvailabilityError {
        let failures: [AssetPack: any Error] = error.failures
        let successes: Set<AssetPack> = error.successes
        print(failures.count, successes.count, error.localizedDescription)
    } catch ManagedBackgroundAssetsError.assetPackNotFound(withID: let id) {
        print(id)
    } catch ManagedBackgroundAssetsError.fileNotFound(at: let path) {
        print(path)
    }
    let local = try AssetPackManifest(contentsOf: url, appGroupID: "group.example")
    let downloads: Set<BADownload> = local.allDownloads(for: .install)
    print(downloads.count, local.allDownloads(for: nil).count, local)
    let fromData = try AssetPackManifest(from: JSONEncoder().encode(local), appGroupID: "group.example")
    if let pack: AssetPack = fromData.assetPack(withID: "Tutorial") {
        let download: BADownload = pack.download(for: nil)
        let userInfo: Data? = pack.userInfo
        print(download.identifier, userInfo ?? Data(), pack.downloadSize)
        let configuration = AssetPack.DecodingConfiguration(appGroupID: "group.example")
        print(try JSONDecoder().decode(AssetPack.self, from: JSONEncoder().encode(pack), configuration: configuration))
    }
}

func languages() async throws {
    let manager = AssetPackManager.shared
    let language = Locale.Language(identifier: "de")
    _ = try manager.contents(at: "speech.wav", asLocalizedFor: language)
    _ = try manager.contents(at: "speech.wav", asLocalizedFor: language, options: .mappedIfSafe)
    try manager.descriptor(for: "speech.wav", asLocalizedFor: language).close()
    print(try manager.url(for: "speech.wav", asLocalizedFor: language))
    manager.resolvedLanguage = language
    print(manager.resolvedLanguage as Any)
    let local: [Locale.Language] = await manager.locallyAvailableLanguages
    print(local)
    try await manager.reconcilePreferredLanguages()
    let manifest = try await manager.manifest
    print(manifest.primaryLanguage as Any, manifest.availableLanguages, manifest.resolvedLanguage as Any)
    print(manifest.localizedAssetPacks(for: language).first?.language as Any)
}

/// An observable model on the main actor, as apps have one.
@MainActor
final class Model {
    private(set) var fraction = 0.0

    func prepare() async {
        let updates = AssetPackManager.shared.statusUpdates(forAssetPackWithID: "Tutorial")
        let task = Task { @MainActor in
            for await update in updates {
                guard case .downloading(_, let progress) = update else { continue }
                fraction = progress.fractionCompleted
            }
        }
        do {
            let pack = try await AssetPackManager.shared.assetPack(withID: "Tutorial")
            try await AssetPackManager.shared.ensureLocalAvailability(of: pack)
        } catch { print(error.localizedDescription) }
        task.cancel()
    }
}
