// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// The game: levels that are played at once when their assets are there, and fetched when they are not.
@MainActor
struct Game {
    let terminal: Terminal
    let assets: Assets
    let player = Player()

    init(terminal: Terminal) {
        self.terminal = terminal
        assets = Assets(terminal: terminal)
    }

    /// Begins as a player sees it: a new player with the tutorial, then the menu.
    func start() async throws {
        if try !player.hasFinishedTutorial { try await play(.tutorial) }
        try await Menu(game: self).run()
    }

    func perform(_ command: Command) async throws {
        switch command {
        case .play(let level): try await play(level)
        case .buy(let level): try await buy(level)
        case .finishTutorial: try await finishTutorial()
        case .restart: try await restart()
        case .model: try await showTides()
        case .storage: try await showStorage()
        case .checkForUpdates: try await checkForUpdates()
        case .language(let language): try await setLanguage(language)
        case .help: terminal.write(Command.usage)
        }
    }

    // MARK: Levels

    func play(_ level: Level) async throws {
        if level == .lighthouse, try !player.boughtLevels.contains(level) { throw GameError.levelNotBought(level) }
        try await assets.makeAvailable(level.assetPack)
        let stage = Stage(terminal: terminal, assets: assets)
        terminal.write("\n== \(level.title) ==")
        if level == .tutorial { try await stage.showFilm(at: "Videos/Introduction.m4v") }
        try await stage.show(level)
    }

    /// A level that is content to buy: its assets come after the purchase, not with the game.
    func buy(_ level: Level) async throws {
        // What is not offered is not sold.
        _ = try await AssetPackManager.shared.assetPack(withID: level.assetPack.rawValue)
        let bought = try player.boughtLevels
        if !bought.contains(level) { try player.remember(boughtLevels: bought + [level]) }
        terminal.write("You own \(level.title).")
        try await assets.makeAvailable(level.assetPack)
        terminal.write("\(level.title) is ready to play.")
    }

    /// The tutorial is over: its assets need not take space any longer.
    func finishTutorial() async throws {
        try await AssetPackManager.shared.remove(assetPackWithID: AssetPackID.tutorial.rawValue)
        try player.remember(hasFinishedTutorial: true)
        terminal.write("You have finished the tutorial. Its assets are removed from this device.")
    }

    /// The player begins anew: the tutorial is fetched again.
    func restart() async throws {
        try player.remember(hasFinishedTutorial: false)
        try await play(.tutorial)
    }

    // MARK: Data that changes between updates of the game

    func showTides() async throws {
        try await assets.makeAvailable(.coastModel)
        let path = "Models/Tides.model"
        guard let model = TideModel(try assets.contents(at: path, in: .coastModel)) else {
            throw GameError.assetUnreadable(path)
        }
        let version = try AssetPackManager.shared.localVersion(ofAssetPackWithID: AssetPackID.coastModel.rawValue)
        terminal.write("\n\(await assets.story().tides) (model \(version))")
        // Noon of a fixed day, so that two models can be compared.
        let start = 490_000.0
        for hour in stride(from: 0.0, to: 24, by: 2) {
            let height = model.height(atHour: start + hour)
            let bar = String(repeating: "~", count: max(0, Int((height + 4) * 6)))
            terminal.write("\(hour < 10 ? " " : "")\(Int(hour)):00  \(bar) \((height * 100).rounded() / 100) m")
        }
    }

    /// Looks for newer assets and waits for them; those that the publisher took back are gone afterwards.
    func checkForUpdates() async throws {
        let (updatingIDs, removedIDs) = try await AssetPackManager.shared.checkForUpdates()
        if updatingIDs.isEmpty, removedIDs.isEmpty { terminal.write("All assets are up to date.") }
        for id in removedIDs.sorted() { terminal.write("\(id) is no longer offered and was removed.") }
        for id in updatingIDs.sorted() {
            try await assets.download(id, latestVersion: true)
            terminal.write("\(id) is up to date.")
        }
    }

    // MARK: Space and language

    func showStorage() async throws {
        var total: Int64 = 0
        terminal.write("\nOn this device:")
        for id in AssetPackID.allCases
        where AssetPackManager.shared.assetPackIsAvailableLocally(withID: id.rawValue) {
            let size = try await AssetPackManager.shared.localSize(
                ofAssetPackWithID: id.rawValue, calculationMethod: .allocated)
            let version = try AssetPackManager.shared.localVersion(ofAssetPackWithID: id.rawValue)
            total += size
            terminal.write("  \(id.rawValue) (version \(version)): \(Self.megabytes(size))")
        }
        terminal.write("  in all: \(Self.megabytes(total))")
    }

    func setLanguage(_ language: String) async throws {
        let wanted = Locale.Language(identifier: language)
        let isOffered = try await AssetPackManager.shared.manifest.availableLanguages.contains {
            $0.languageCode == wanted.languageCode
        }
        guard isOffered else { throw GameError.languageMissing(language) }
        AssetPackManager.shared.resolvedLanguage = wanted
        try await AssetPackManager.shared.reconcilePreferredLanguages()
        terminal.write(await assets.story().title)
    }

    private static func megabytes(_ size: Int64) -> String { "\((Double(size) / 100_000).rounded() / 10) MB" }
}
