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
                case "read":
                    let data = try manager.contents(at: FilePath(argument))
                    print("read \(argument) \(data.count) \(String(decoding: data.prefix(40), as: UTF8.self))")
                case "describe":
                    let descriptor = try manager.descriptor(for: FilePath(argument))
                    defer { do { try descriptor.close() } catch {} }
                    print("described \(argument) \(try descriptor.seek(offset: 0, from: .end))")
                case "remove":
                    try await manager.remove(assetPackWithID: argument)
                    print("removed \(argument)")
                case "check":
                    let (updating, removed) = try await manager.checkForUpdates()
                    print("checked \(updating.sorted()) \(removed.sorted())")
                case "version":
                    print("version \(argument) \(try manager.localVersion(ofAssetPackWithID: argument))")
                default:
                    print("unknown command \(command)")
                }
            } catch { print("error \(command) \(argument) \(error)") }
        }
    }
}
