// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

extension FixtureGame {
    /// Takes exclusive control.
    ///
    /// - `manner`: "hold" keeps it until the process is killed; "once" asks once; "wait" waits for it; a number takes as many
    ///   turns, each of which adds 1 to the number in the file `turns` of the app's group.
    static func control(_ manner: String) async {
        let manager = BADownloadManager.shared
        switch manner {
        case "hold":
            manager.withExclusiveControl { acquired, _ in
                FileHandle.standardOutput.write(Data("holding \(acquired) \(getpid())\n".utf8))
                while true { pause() }
            }
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case "once":
            await withCheckedContinuation { continuation in
                manager.withExclusiveControl(beforeDate: Date()) { acquired, error in
                    print("once \(acquired) \((error as NSError?)?.code ?? 0)")
                    continuation.resume()
                }
            }
        case "wait":
            do { print("waited \(try await manager.withExclusiveControl { true })") } catch { print("error \(error)") }
        default:
            do {
                for _ in 0..<(Int(manner) ?? 0) { try await manager.withExclusiveControl { try countTurn() } }
                print("turns \(manner)")
            } catch { print("error \(error)") }
        }
    }

    private static func countTurn() throws {
        guard
            let container = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: "group.com.example.game")
        else { throw CocoaError(.fileNoSuchFile) }
        let (count, sign) = (container.appendingPathComponent("turns"), container.appendingPathComponent("turn"))
        // Fails while another is between its two lines.
        try Data().write(to: sign, options: .withoutOverwriting)
        let number = Int((try? String(contentsOf: count, encoding: .utf8)) ?? "0") ?? 0
        try Data("\(number + 1)".utf8).write(to: count)
        try FileManager.default.removeItem(at: sign)
    }
}
