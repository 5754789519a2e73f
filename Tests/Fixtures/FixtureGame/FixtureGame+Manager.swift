// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

extension FixtureGame {
    /// Calls the manager of downloads, and prints a line of what it says.
    ///
    /// - `call`: "follow" sets a delegate that prints what it is told; "stay" goes on until the process is killed; "gate" waits
    ///   until somebody opens the pipe at `address`; "race" reads and deletes the file `catalog` under exclusive control;
    ///   "schedule", "essential", "ordinary", "front" and "cancel" are about the download of `address`, which has the name of
    ///   its last component.
    static func manage(_ call: String, _ address: String) async {
        let manager = BADownloadManager.shared
        switch call {
        case "follow":
            PrintingDelegate.only = PrintingDelegate()
            manager.delegate = PrintingDelegate.only
        case "stay": await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case "gate": _ = try? FileHandle(forReadingFrom: URL(fileURLWithPath: address)).readToEnd()
        case "race":
            do { say("raced \(try await manager.withExclusiveControl { try readCatalog() })") } catch {
                say("error \(error)")
            }
        default:
            guard let url = URL(string: address) else { return say("no address \(address)") }
            // "ordinary" is the copy of an essential one that an app may have queued again.
            let isEssential = call == "essential" || call == "ordinary"
            let download = BAURLDownload(
                identifier: url.lastPathComponent, request: URLRequest(url: url), essential: isEssential,
                fileSize: isEssential ? 100_000 : 0, applicationGroupIdentifier: "group.com.example.game",
                priority: .default)
            do {
                switch call {
                case "front": try manager.startForegroundDownload(download)
                case "cancel": try manager.cancel(try current(url.lastPathComponent) ?? download)
                case "ordinary": try manager.scheduleDownload(download.removingEssential())
                default: try manager.scheduleDownload(download)
                }
                say("\(call) \(url.lastPathComponent)")
            } catch {
                let failure = error as NSError
                say("\(call) \(url.lastPathComponent) \(failure.domain) \(failure.code)")
            }
        }
    }

    private static func current(_ identifier: String) throws -> BADownload? {
        try BADownloadManager.shared.fetchCurrentDownloads().first { $0.identifier == identifier }
    }

    private static func readCatalog() throws -> String {
        guard
            let container = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: "group.com.example.game")
        else { throw CocoaError(.fileNoSuchFile) }
        let catalog = container.appendingPathComponent("Library/catalog")
        let text = try? String(contentsOf: catalog, encoding: .utf8)
        let deleted = (try? FileManager.default.removeItem(at: catalog)) != nil
        return "\(text ?? "-") \(deleted)"
    }

    /// Prints at once, also while the process lives.
    fileprivate static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

private final class PrintingDelegate: NSObject, BADownloadManagerDelegate, @unchecked Sendable {
    /// The manager does not keep it alive.
    nonisolated(unsafe) static var only: PrintingDelegate?

    func downloadDidBegin(_ download: BADownload) { FixtureGame.say("began \(download.identifier)") }
    func downloadDidPause(_ download: BADownload) { FixtureGame.say("paused \(download.identifier)") }
    func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64
    ) { FixtureGame.say("wrote \(download.identifier) \(totalBytesWritten)/\(totalExpectedBytes)") }

    func download(_ download: BADownload, failedWithError error: any Error) {
        let failure = error as NSError
        FixtureGame.say("failed \(download.identifier) \(failure.domain) \(failure.code)")
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        let size = (try? Data(contentsOf: fileURL))?.count ?? -1
        FixtureGame.say("finished \(download.identifier) \(size)")
    }
}
