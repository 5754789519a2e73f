// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Foundation
import PackagingCommands
import Testing
import ToolSupport

/// A temporary folder with source files and manifests, and the commands run in it. It goes with its last user.
final class Workshop {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "packaging-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The absolute path of something in the folder.
    func path(_ name: String) -> String { name.isEmpty ? folder.path : folder.appending(path: name).path }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Changes the packs of the download manifest as another tool would.
    func changeManifest(_ body: (inout [[String: Any]]) -> Void) throws {
        let data = Data(try bytes("manifest.json"))
        var root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var packs = try #require(root["assetPacks"] as? [[String: Any]])
        body(&packs)
        root["assetPacks"] = packs
        try write(Array(try JSONSerialization.data(withJSONObject: root)), to: "manifest.json")
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.appending(path: name)) }

    /// The names in the folder, hidden ones too.
    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    /// All files and folders below, with the content of files.
    func tree(_ name: String) throws -> [String: [UInt8]?] {
        var tree: [String: [UInt8]?] = [:]
        for child in try FileManager.default.subpathsOfDirectory(atPath: path(name)) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path(name + "/" + child), isDirectory: &isFolder)
            tree[child] = .some(isFolder.boolValue ? nil : try bytes(name + "/" + child))
        }
        return tree
    }

    /// Writes a packaging manifest with these selectors, which are relative to the folder.
    @discardableResult
    func manifest(
        _ selectors: String, id: String = "Tutorial", policy: String = #"{"onDemand": {}}"#, more: String = "",
        to name: String = "Manifest.json"
    ) throws -> String {
        try write(
            #"{"assetPackID": "\#(id)", "sourceRoot": ".", "downloadPolicy": \#(policy), "fileSelectors": [\#(selectors)]\#(more)}"#,
            to: name)
    }

    /// The files that a manifest selects, as `destination` or `destination<source`.
    func selected(_ manifest: String) throws -> [String] {
        try PackagingInput(manifestPath: manifest).contents.items.map {
            $0.destination == $0.source.path ? $0.destination : $0.destination + "<" + $0.source.path
        }
    }

    @discardableResult
    func package(
        _ manifest: String, to archive: String, compression: Compression = .lzfse
    ) async throws -> PackWriter.Result {
        try await PackageCommand.package(
            manifestPath: manifest, outputPath: path(archive), compression: compression, isQuiet: true,
            workingFolder: folder.path, console: .standard)
    }

    /// Makes a pack of one file with this text, and gives the archive's path.
    func pack(
        _ id: String, _ text: String, as archive: String? = nil, policy: String = #"{"onDemand": {}}"#,
        more: String = ""
    ) async throws -> String {
        try write(text, to: "\(id).txt")
        let manifest = try self.manifest(
            #"{"file": "\#(id).txt"}"#, id: id, policy: policy, more: more, to: "\(id).manifest.json")
        let name = archive ?? "\(id).aar"
        try await package(manifest, to: name, compression: .lz4)
        return path(name)
    }

    static func progress() -> ProgressBar { ProgressBar("Testing", total: nil, quiet: true) }

    static func randomBytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }
}
