// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A download manifest as a test changes it.
typealias ManifestObject = [String: Any]

extension World {
    /// Runs `body` in a new world whose packs come from a server that goes wrong on purpose.
    ///
    /// The service has no patience in it: what fails once has failed.
    static func with(
        certificate: FaultServer.Certificate = .valid, patience: Int = 0,
        _ body: (World, FaultServer) async throws -> Void
    ) async throws {
        try await World.with { world in
            let world = world
            try await FaultServer.with(certificate: certificate) { server in
                try await world.use(server)
                try await expectSuccess(world.ba("settings", "essential-patience", "\(patience)"))
                try await body(world, server)
            }
        }
    }

    /// Makes the service trust the server's authority, and use it for all apps.
    func use(_ server: FaultServer) async throws {
        try folder.write(server.authorityPEM, to: "authority.pem")
        try await expectSuccess(ba("trust", folder.path("authority.pem")))
        try await expectSuccess(ba("url-override", server.url("")))
    }

    /// Publishes all archives in `packs`: `/manifest`, and `/ID.aar` with `/ID.blocks` for each.
    ///
    /// - `change`: what is to be wrong in the manifest.
    func publish(on server: FaultServer, _ change: (inout ManifestObject) -> Void = { _ in }) async throws {
        let archives = names(in: "packs").filter { $0.hasSuffix(".aar") }.map { folder.path("packs/\($0)") }
        try await expectSuccess(
            ProgramRun.run(
                "ba-package",
                ["download-manifest", "create"] + archives + [
                    "-q", "--linux", "--download-base-url", server.url(""),
                    "--archive-url-suffix", ".aar", "-o", folder.path("manifest.json"),
                ]))
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("manifest.json")))
        var manifest = try #require(try JSONSerialization.jsonObject(with: data) as? ManifestObject)
        for id in (manifest["assetPacks"] as? [[String: Any]] ?? []).compactMap({ $0["id"] as? String }) {
            // Versions that the tool makes begin with 0.
            manifest.changePack(id) { $0["version"] = ($0["version"] as? Int ?? 0) + 1 }
        }
        change(&manifest)
        let changed = try JSONSerialization.data(withJSONObject: manifest, options: [.sortedKeys])
        server.serve("/manifest", [UInt8](changed), contentType: "application/json")
        for name in names(in: "packs") {
            server.serve("/" + name, try bytes(of: "packs/\(name)"))
        }
    }

    /// The bytes of a file of the world.
    func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(path))))
    }

    /// The files of a local pack, below `Contents`.
    func localFile(_ path: String, of packID: String, version: Int = 1) throws -> [UInt8] {
        try bytes(of: "s/packs/\(Self.bundleID)/\(packID)/\(version)/Contents/\(path)")
    }

    /// Makes the app and installs it.
    func installApp() async throws {
        try await makeApp()
        try await expectSuccess(ba("install", "Game.app"))
    }

    /// `ba pack get`.
    func get(_ packID: String) async throws -> ProgramRun {
        try await ba("pack", "get", "--app", Self.bundleID, packID)
    }
}

extension ManifestObject {
    /// Changes the entry of a pack.
    mutating func changePack(_ id: String, _ change: (inout [String: Any]) -> Void) {
        guard var packs = self["assetPacks"] as? [[String: Any]],
            let index = packs.firstIndex(where: { $0["id"] as? String == id })
        else { return }
        change(&packs[index])
        self["assetPacks"] = packs
    }

    func pack(_ id: String) -> [String: Any]? {
        (self["assetPacks"] as? [[String: Any]])?.first { $0["id"] as? String == id }
    }
}

/// Bytes that do not compress, the same for the same seed.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return words.withUnsafeBytes { [UInt8]($0.prefix(count)) }
}
