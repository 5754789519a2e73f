// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import BundleSigning
import Foundation

/// A bundle on disk that can be signed, removed with the value.
final class SampleSignedBundle {
    let path: String

    init() throws {
        path = "/tmp/ba-signed-\(UUID().uuidString.prefix(8)).app"
        try FileManager.default.createDirectory(
            atPath: path + "/Extensions/D.appex", withIntermediateDirectories: true)
        try write(PropertyList(SampleBundle.managed).xml(), "Info.plist")
        try write(PropertyList(SampleBundle.downloader).xml(), "Extensions/D.appex/Info.plist")
        try write("#!/bin/sh\n", "Coast", mode: 0o755)
        try write("#!/bin/sh\necho packs\n", "Extensions/D.appex/Downloader", mode: 0o755)
        try write("salt and 100 % sand", "Résumé of a coast.txt")
        try FileManager.default.createSymbolicLink(atPath: path + "/latest", withDestinationPath: "Coast")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], _ name: String, mode: Int = 0o644) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    func write(_ text: String, _ name: String, mode: Int = 0o644) throws {
        try write(Array(text.utf8), name, mode: mode)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    @discardableResult
    func sign(_ key: TeamKey) throws -> BundleSigner.Result { try BundleSigner(key: key).sign(bundleAt: path) }

    func state(withheld: String? = nil) throws -> SigningState {
        try BundleVerifier(path: path, withheld: withheld).state()
    }

    /// What is wrong with its signature, as `path: message`.
    func problems() throws -> [String] {
        guard case .broken(let problems) = try state() else { return [] }
        return problems.map { "\($0.path): \($0.message)" }
    }
}
