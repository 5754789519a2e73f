// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// `ba-transport` as somebody of a team runs it, with a key of the host in their home.
struct Transport {
    let host: ServingHost
    var environment: [String: String]

    struct Upload: Decodable {
        struct Problem: Decodable { let code, description: String }
        let archive, assetPackID, result: String
        let versionID, state, failure: String?
        let version: Int?
        let bytesSent, bytesResumed: Int
        let errors, warnings: [Problem]
        let exitStatus: Int
    }

    init(_ host: ServingHost) throws {
        self.host = host
        let path = try host.folder.write(
            host.key.privateKey, to: "home/.appstoreconnect/private_keys/AuthKey_\(host.key.id).p8")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        environment = [
            "HOME": host.folder.path("home"), "XDG_STATE_HOME": host.folder.path("state"),
            "BA_TRANSPORT_SERVER": host.url, "BA_TRANSPORT_TRUST": host.folder.path("host/identity/ca.pem"),
            "BA_TRANSPORT_API_KEY": host.key.id, "BA_TRANSPORT_API_ISSUER": host.key.issuer,
            "API_PRIVATE_KEYS_DIR": "",
        ]
    }

    func run(_ arguments: String...) async throws -> ProgramRun { try await run(arguments) }

    func run(_ arguments: [String]) async throws -> ProgramRun {
        let run = try await ProgramRun.run(
            "ba-transport", arguments, environment: environment, directory: host.folder.path)
        // Nothing of a key is ever shown.
        #expect(!(run.output + run.errors).contains("PRIVATE KEY"))
        return run
    }

    /// Uploads, with `--json`.
    func upload(_ arguments: String...) async throws -> (status: Int32, uploads: [Upload], errors: String) {
        let run = try await run(["upload", "--app", "com.example.game", "--json"] + arguments)
        let uploads = try JSONDecoder().decode([Upload].self, from: Data(run.output.utf8))
        return (run.status, uploads, run.errors)
    }

    private static let noiseSize = 1 << 20

    /// Makes the archive of a pack.
    ///
    /// - `size`: bytes of its only file, which cannot be made smaller.
    func archive(_ name: String, size: Int, seed: UInt64 = 1) async throws -> String {
        // Noise, which comes again farther away than a compressor looks: to make all of it takes its time.
        var generator = SeededGenerator(seed: seed)
        let noise = [UInt64](unsafeUninitializedCapacity: Self.noiseSize / 8) { buffer, count in
            count = Self.noiseSize / 8
            for index in 0..<count { buffer[index] = generator.next() }
        }.withUnsafeBytes { Data($0) }
        var data = Data(capacity: size + Self.noiseSize)
        while data.count < size { data += noise }
        try host.folder.write([UInt8](data), to: "\(name)/a.bin")
        try host.folder.write(
            """
            {"assetPackID": "\(name)", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.bin"}],
             "platforms": ["iOS", "Linux"]}
            """, to: "\(name)/Manifest.json")
        for file in ["pack.aar", "pack.blocks"] where FileManager.default.fileExists(atPath: path(name, file)) {
            try FileManager.default.removeItem(atPath: path(name, file))
        }
        let run = try await ProgramRun.run(
            "ba-package", ["Manifest.json", "-o", "pack.aar"], directory: host.folder.path(name))
        try #require(run.status == 0, "\(run.errors)")
        return path(name, "pack.aar")
    }

    private func path(_ name: String, _ file: String) -> String { host.folder.path("\(name)/\(file)") }
}
