// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import System

/// The game's way to its assets: makes packs available with progress, and reads their files.
@MainActor
struct Assets {
    let terminal: Terminal

    // MARK: Making packs available

    /// Returns at once when the pack is on this device; else downloads it, with progress and a way to cancel.
    func makeAvailable(_ id: AssetPackID) async throws {
        if AssetPackManager.shared.assetPackIsAvailableLocally(withID: id.rawValue) { return }
        try await download(id.rawValue)
    }

    /// Downloads a pack, or its newest version.
    func download(_ id: String, latestVersion: Bool = false) async throws {
        let assetPack = try await AssetPackManager.shared.assetPack(withID: id)
        let interruption = Interruption()
        let bar = ProgressBar(title: id, terminal: terminal)
        let statusUpdates = AssetPackManager.shared.statusUpdates(forAssetPackWithID: id)
        let display = Task {
            for await statusUpdate in statusUpdates {
                switch statusUpdate {
                case .downloading(_, let progress):
                    interruption.progress = progress
                    bar.show(progress.fractionCompleted)
                case .paused:
                    bar.note("paused")
                default:
                    break
                }
            }
        }
        defer {
            display.cancel()
            interruption.end()
            bar.end()
        }
        do {
            try await AssetPackManager.shared.ensureLocalAvailability(
                of: assetPack, requireLatestVersion: latestVersion)
        } catch {
            if interruption.wasRequested { throw GameError.downloadCancelled(id) }
            throw error
        }
    }

    // MARK: Reading files

    /// A file's contents. They are mapped: only what is looked at is read from disk.
    func contents(at path: String, in assetPack: AssetPackID? = nil) throws -> Data {
        try AssetPackManager.shared.contents(
            at: FilePath(path), searchingInAssetPackWithID: assetPack?.rawValue)
    }

    /// Reads the first bytes of a file, at most `count`, without touching the rest.
    func prefix(of path: String, count: Int, in assetPack: AssetPackID? = nil) throws -> [UInt8] {
        let descriptor = try AssetPackManager.shared.descriptor(
            for: FilePath(path), searchingInAssetPackWithID: assetPack?.rawValue)
        defer {
            do {
                try descriptor.close()
            } catch {
                terminal.write("\(path) could not be closed: \(error)")
            }
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        return Array(bytes.prefix(length))
    }

    /// The texts in the best language that is there: the player's choice, the device's, then whatever was fetched.
    func story() async -> Story {
        let preferred = [AssetPackManager.shared.resolvedLanguage, Locale.current.language].compactMap(\.self)
        for language in preferred + (await AssetPackManager.shared.locallyAvailableLanguages) {
            do {
                let data = try AssetPackManager.shared.contents(at: "Texts/Story.json", asLocalizedFor: language)
                return try JSONDecoder().decode(Story.self, from: data)
            } catch {
                continue
            }
        }
        // Texts are essential, and still a device may lack them: essential downloads can fail or be turned off.
        return .missing
    }
}
