// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import System

/// An app for tests: does with its packs what its arguments say, and prints a line for each.
@main
struct FixtureGame {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        let manager = AssetPackManager.shared
        while let command = arguments.popFirst() {
            let argument = arguments.popFirst() ?? ""
            do {
                switch command {
                case "get":
                    let pack = try await manager.assetPack(withID: argument)
                    let updates = manager.statusUpdates(forAssetPackWithID: argument)
                    let listening = Task {
                        var seen: [String] = []
                        for await update in updates {
                            switch update {
                            case .began: seen.append("began")
                            case .downloading: if seen.last != "downloading" { seen.append("downloading") }
                            case .paused: seen.append("paused")
                            case .finished: seen.append("finished")
                            case .failed: seen.append("failed")
                            @unknown default: seen.append("unknown")
                            }
                        }
                        return seen
                    }
                    try await manager.ensureLocalAvailability(of: pack)
                    let isLocal = manager.assetPackIsAvailableLocally(withID: argument)
                    print("got \(argument) \(pack.version) \(isLocal)")
                    listening.cancel()
                case "watch":
                    let pack = try await manager.assetPack(withID: argument)
                    let updates = manager.statusUpdates(forAssetPackWithID: argument)
                    async let available: Void = manager.ensureLocalAvailability(of: pack)
                    var fractions: [Double] = []
                    var last = ""
                    for await update in updates {
                        if case .downloading(_, let progress) = update { fractions.append(progress.fractionCompleted) }
                        if case .finished = update { last = "finished" }
                        if case .failed = update { last = "failed" }
                    }
                    try await available
                    print("watched \(argument) \(last) \(fractions == fractions.sorted())")
                case "follow":
                    // All that is told from the beginning to the end of this pack's download.
                    let updates = await manager.statusUpdates
                    let listening = Task {
                        var seen: [String] = []
                        for await update in updates {
                            let text = "\(update)"
                            if !text.hasPrefix("downloading") { seen.append(text) }
                            if text == "finished \(argument)" { break }
                        }
                        return seen
                    }
                    let pack = try await manager.assetPack(withID: argument)
                    try await manager.ensureLocalAvailability(of: pack, requireLatestVersion: true)
                    print("followed \(await listening.value)")
                case "linger":
                    for await update in await manager.statusUpdates {
                        FileHandle.standardOutput.write(Data("\(update)\n".utf8))
                    }
                case "languages":
                    let manifest = try await manager.manifest
                    let packs = manifest.localizedAssetPacks.map(\.id).sorted()
                    print("languages \(manifest.primaryLanguage?.minimalIdentifier ?? "-") \(packs)")
                case "read":
                    let data = try manager.contents(at: FilePath(argument))
                    print("read \(argument) \(data.count) \(String(decoding: data.prefix(40), as: UTF8.self))")
                case "describe":
                    let descriptor = try manager.descriptor(for: FilePath(argument))
                    defer { do { try descriptor.close() } catch {} }
                    print("described \(argument) \(try descriptor.seek(offset: 0, from: .end))")
                case "list":
                    let url = try manager.url(for: FilePath(argument))
                    let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
                    print("listed \(argument) \(files)")
                case "remove":
                    try await manager.remove(assetPackWithID: argument)
                    print("removed \(argument)")
                case "check":
                    let (updating, removed) = try await manager.checkForUpdates()
                    print("checked \(updating.sorted()) \(removed.sorted())")
                case "status":
                    print("status \(argument) \(try await manager.status(ofAssetPackWithID: argument))")
                case "size":
                    let size = try await manager.localSize(ofAssetPackWithID: argument, calculationMethod: .logical)
                    print("size \(argument) \(size)")
                case "readFrom":
                    let pack = arguments.popFirst() ?? ""
                    let data = try manager.contents(at: FilePath(argument), searchingInAssetPackWithID: pack)
                    print("read \(argument) \(data.count)")
                case "control": await control(argument)
                case "manage": await manage(argument, arguments.popFirst() ?? "")
                case "downloads": await downloads(from: argument)
                case "stubborn": signal(SIGTERM, SIG_IGN)
                case "version":
                    print("version \(argument) \(try manager.localVersion(ofAssetPackWithID: argument))")
                default:
                    print("unknown command \(command)")
                }
            } catch { print("error \(command) \(argument) \(error)") }
        }
    }
}
