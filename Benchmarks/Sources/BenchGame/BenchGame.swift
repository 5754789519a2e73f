// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import System

/// The app that the bench runs: does one thing, and prints one JSON object with what it took.
///
///     get PACK PATH            fetches a missing pack and reads a file of it
///     download URL -           downloads a file in a background URL session
///     ensure PACK ROUNDS       asks for a pack that is local, again and again
///     contents LIST ROUNDS     reads the files that LIST names by their paths in packs
///     known LIST ROUNDS        opens and maps the files that LIST names by their paths on disk
///     schedule GROUP URL FIRST COUNT   schedules COUNT downloads of its own, by numbers from FIRST on
///     cancel FIRST COUNT       cancels those
///     end-running COUNT -      cancels up to COUNT downloads that are under way, each when the one before it has gone
@main
struct BenchGame {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == (arguments.dropFirst().first == "schedule" ? 6 : 4) else { throw UsageError() }
        switch arguments[1] {
        case "get": try await get(arguments[2], path: arguments[3])
        case "download":
            guard let url = URL(string: arguments[2]) else { throw UsageError() }
            try await download(url)
        case "ensure": try await ensure(arguments[2], rounds: Int(arguments[3]) ?? 1)
        case "contents":
            let manager = AssetPackManager.shared
            try read(arguments[2], rounds: Int(arguments[3]) ?? 1) { path in
                UInt64(try manager.contents(at: FilePath(path))[0])
            }
        case "known": try read(arguments[2], rounds: Int(arguments[3]) ?? 1, KnownFile.read)
        case "schedule":
            guard let url = URL(string: arguments[3]), let first = Int(arguments[4]), let count = Int(arguments[5])
            else { throw UsageError() }
            try schedule(group: arguments[2], url: url, first..<first + count)
        case "cancel":
            guard let first = Int(arguments[2]), let count = Int(arguments[3]) else { throw UsageError() }
            try cancel(first..<first + count)
        case "end-running": try endRunning(atMost: Int(arguments[2]) ?? 1)
        default: throw UsageError()
        }
    }

    private static func get(_ id: String, path: String) async throws {
        let manager = AssetPackManager.shared
        let pack = try await manager.assetPack(withID: id)
        guard !manager.assetPackIsAvailableLocally(withID: id) else { throw AlreadyLocalError(packID: id) }
        let clock = ContinuousClock()
        let start = clock.now
        try await manager.ensureLocalAvailability(of: pack)
        let data = try manager.contents(at: FilePath(path))
        let sum = UInt64(data.first ?? 0) &+ UInt64(data.last ?? 0)
        try report(["seconds": [(clock.now - start).seconds], "sum": [Double(sum)]])
    }

    private static func download(_ url: URL) async throws {
        let session = URLSession(
            configuration: .background(withIdentifier: "bench"), delegate: nil, delegateQueue: nil)
        let clock = ContinuousClock()
        let start = clock.now
        let (file, _) = try await session.download(from: url)
        let time = (clock.now - start).seconds
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        try FileManager.default.removeItem(at: file)
        try report(["seconds": [time], "sum": [Double(size)]])
    }

    private static func ensure(_ id: String, rounds: Int) async throws {
        let manager = AssetPackManager.shared
        let pack = try await manager.assetPack(withID: id)
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = clock.now
            try await manager.ensureLocalAvailability(of: pack)
            times.append((clock.now - start).seconds)
        }
        try report(["seconds": times])
    }

    private static func read(_ list: String, rounds: Int, _ body: (String) throws -> UInt64) throws {
        let paths = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init)
        let clock = ContinuousClock()
        var times: [Double] = []
        var sum: UInt64 = 0
        for _ in 0..<rounds {
            let start = clock.now
            for path in paths { sum &+= try body(path) }
            times.append((clock.now - start).seconds / Double(max(1, paths.count)))
        }
        try report(["seconds": times, "sum": [Double(sum)]])
    }

    private static func schedule(group: String, url: URL, _ numbers: Range<Int>) throws {
        let manager = BADownloadManager.shared
        let downloads = numbers.map { number in
            BAURLDownload(
                identifier: "queued-\(number)",
                request: URLRequest(url: url.appendingPathComponent("files/\(number)")), essential: false,
                fileSize: 1 << 20, applicationGroupIdentifier: group, priority: .default)
        }
        try report(["seconds": times(of: downloads) { try manager.scheduleDownload($0) }])
    }

    private static func cancel(_ numbers: Range<Int>) throws {
        let manager = BADownloadManager.shared
        let names = Set(numbers.map { "queued-\($0)" })
        let downloads = try manager.fetchCurrentDownloads().filter { names.contains($0.identifier) }
        try report(["seconds": times(of: downloads) { try manager.cancel($0) }])
    }

    private static func endRunning(atMost count: Int) throws {
        let manager = BADownloadManager.shared
        let clock = ContinuousClock()
        var times: [Double] = []
        while times.count < count,
            let download = try manager.fetchCurrentDownloads().first(where: { $0.state == .downloading })
        {
            let start = clock.now
            try manager.cancel(download)
            times.append((clock.now - start).seconds)
        }
        try report(["seconds": times])
    }

    private static func times<Element>(of elements: [Element], _ body: (Element) throws -> Void) rethrows -> [Double] {
        let clock = ContinuousClock()
        return try elements.map { element in
            let start = clock.now
            try body(element)
            return (clock.now - start).seconds
        }
    }

    private static func report(_ values: [String: [Double]]) throws {
        print(String(decoding: try JSONEncoder().encode(values), as: UTF8.self))
    }
}
