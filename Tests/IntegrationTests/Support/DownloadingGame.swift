// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc

/// A game that is installed, whose files come from a server that goes wrong on purpose.
struct DownloadingGame {
    let world: World
    let server: FaultServer
    let bytes = noise(100_000, seed: 4)

    /// - `isManaged`: whether the app has managed packs, of which there are none; else it manages its assets itself, by
    ///   `/content` of the server.
    static func with(isManaged: Bool = true, _ body: (DownloadingGame) async throws -> Void) async throws {
        try await World.with { world, server in
            server.serve(
                "/manifest", Array(#"{"assetPacks": [], "formatVersion": 1, "platform": "linux"}"#.utf8),
                contentType: "application/json")
            let game = DownloadingGame(world: world, server: server)
            for name in ["one", "two", "Hold", "Race", "Watch", "Whole"] { server.serve("/" + name, game.bytes) }
            if isManaged {
                try await world.makeApp()
                try await expectSuccess(world.ba("register", "Game.app"))
            }
            try await body(game)
        }
    }

    /// Installs a build of the app that manages its assets itself.
    ///
    /// - `lines`: what its extension reads: names and whether they are essential.
    func install(build: String, content lines: [String]) async throws {
        let text = lines.map { line -> String in
            let parts = line.split(separator: " ")
            return "\(parts[0]) \(url(String(parts[0]))) \(bytes.count) \(parts[1])"
        }
        server.serve("/content", Array(text.joined(separator: "\n").utf8))
        try await world.makeApp(
            build: build, source: "<key>BAManifestURL</key><string>\(server.url("/content"))</string>",
            keys: Self.restrictions, isManaged: false)
        try await expectSuccess(world.ba("install", "Game.app"))
    }

    /// Without these there is no app that manages its assets itself.
    private static let restrictions = """
        <key>BAInitialDownloadRestrictions</key><dict>
        <key>BADownloadAllowance</key><integer>1000000</integer>
        <key>BAEssentialDownloadAllowance</key><integer>1000000</integer>
        <key>BADownloadDomainAllowList</key><array><string>127.0.0.1</string></array>
        </dict>
        """

    func url(_ name: String) -> String { server.url("/" + name) }

    private static let library = "s/groups/group.com.example.game/Library"

    /// A file in the Library of the app's group.
    func library(_ name: String) -> String { world.folder.path(Self.library + "/" + name) }

    /// What the extension has put into the caches of the app's group; nil while it is not there.
    func cached(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: library("Caches/" + name)).map { [UInt8]($0) }
    }

    func text(_ name: String) -> String? { cached(name).map { String(decoding: $0, as: UTF8.self) } }

    /// Makes a pipe that a fixture opens to wait there.
    func makeGate() throws -> String {
        let path = library("Caches/gate")
        try FileManager.default.createDirectory(atPath: library("Caches"), withIntermediateDirectories: true)
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return path
    }

    /// Lets go whoever waits at a pipe, once somebody does.
    func open(gate: String) async throws {
        _ = try await world.wait("somebody to be at the gate") { () -> Bool? in
            let pipe = Glibc.open(gate, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard pipe >= 0 else { return nil }
            close(pipe)
            return true
        }
    }
}
