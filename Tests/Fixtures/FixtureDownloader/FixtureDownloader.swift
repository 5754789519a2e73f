// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import StoreKit

/// A downloader extension for tests: the ID of a pack, or the name of a download, says how it behaves when it is asked
/// about it.
@main
struct FixtureDownloader: StoreDownloaderExtension {
    func shouldDownload(_ assetPack: AssetPack) -> Bool {
        switch assetPack.id {
        case "Declined": return false
        case "Crash": abort()
        case "Exit": exit(3)
        case "Hang": while true { pause() }
        case "Memory":
            var memory = [[UInt8]](repeating: [], count: 1)
            for _ in 0..<64 { memory.append([UInt8](repeating: 1, count: 1 << 20)) }
            while true { pause() }
        default: return true
        }
    }

    /// The manifest has a line for each download: identifier, address, size and "essential", "always" (essential whatever is
    /// asked) or "-".
    func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload> {
        guard let text = try? String(contentsOf: manifestURL, encoding: .utf8) else { return [] }
        if text.hasPrefix("crash") { abort() }
        if text.hasPrefix("hang") {
            try? Data().write(to: Self.caches.appendingPathComponent("hanging"))
            while true { pause() }
        }
        // A queue of a test's, which holds it up until the test has written to it.
        let gate = Self.caches.appendingPathComponent("choice-gate").path
        if FileManager.default.fileExists(atPath: gate) {
            try? Data().write(to: Self.caches.appendingPathComponent("waiting"))
            _ = try? FileHandle(forReadingAtPath: gate)?.readToEnd()
        }
        if text.hasPrefix("flood"), let count = Int(text.split(separator: " ").last ?? "") {
            return Set((0..<count).lazy.map { Self.download("flood-\($0)") })
        }
        let downloads = Self.downloads(in: text, for: request)
        try? Data("\(manifestURL.isFileURL) \(manifestURL.path)".utf8).write(
            to: Self.caches.appendingPathComponent("manifest"), options: .atomic)
        // Only what is returned is scheduled.
        if let first = downloads.first, (try? BADownloadManager.shared.scheduleDownload(first)) != nil { abort() }
        let remaining = [
            extensionInfo.restrictedDownloadSizeRemaining, extensionInfo.restrictedEssentialDownloadSizeRemaining,
        ].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
        try? Data(remaining.utf8).write(to: Self.caches.appendingPathComponent("remaining"), options: .atomic)
        try? Data("\(request.rawValue)".utf8).write(to: Self.caches.appendingPathComponent("request"), options: .atomic)
        return Set(downloads)
    }

    func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL) {
        switch finishedDownload.identifier {
        case "Crash": abort()
        case "Hang": while true { pause() }
        case "Leave": break
        case "Unwell":
            guard FileManager.default.fileExists(atPath: Self.caches.appendingPathComponent("well").path) else {
                abort()
            }
            try? FileManager.default.moveItem(at: fileURL, to: note(finishedDownload, "finished"))
        // It schedules until it is refused.
        case "Flood":
            var count = 0
            do {
                while count < 100_000 {
                    try BADownloadManager.shared.scheduleDownload(Self.download("more-\(count)"))
                    count += 1
                }
            } catch {
                let failure = error as NSError
                try? Data("\(failure.domain) \(failure.code) \(count)".utf8).write(
                    to: note(finishedDownload, "refused"), options: .atomic)
            }
        // It goes on when it has returned.
        case "Late":
            try? FileManager.default.moveItem(at: fileURL, to: note(finishedDownload, "finished"))
            Thread.detachNewThread {
                for count in 0... { try? BADownloadManager.shared.scheduleDownload(Self.download("late-\(count)")) }
            }
        case "Again":
            do {
                try BADownloadManager.shared.scheduleDownload(
                    BAURLDownload(
                        identifier: "More", request: URLRequest(url: URL(string: "https://127.0.0.1/more") ?? fileURL),
                        essential: false, fileSize: 100_000, applicationGroupIdentifier: "group.com.example.game",
                        priority: .default))
            } catch {
                let failure = error as NSError
                try? Data("\(failure.domain) \(failure.code)".utf8).write(
                    to: note(finishedDownload, "error"), options: .atomic)
            }
        // What it asks for here is had after it has returned.
        case "Control":
            try? Data().write(to: note(finishedDownload, "woken"))
            let target = note(finishedDownload, "finished")
            BADownloadManager.shared.withExclusiveControl { acquired, _ in
                if acquired { try? FileManager.default.moveItem(at: fileURL, to: target) }
            }
        case "Task":
            try? Data().write(to: note(finishedDownload, "woken"))
            let target = note(finishedDownload, "finished")
            Task {
                try await BADownloadManager.shared.withExclusiveControl {
                    try FileManager.default.moveItem(at: fileURL, to: target)
                }
            }
        default:
            if carryOut(finishedDownload, fileURL) { return }
            try? FileManager.default.moveItem(at: fileURL, to: note(finishedDownload, "finished"))
        }
    }

    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error) {
        if failedDownload.identifier == "Crash" { abort() }
        let failure = error as NSError
        let types = "\(failedDownload is BAURLDownload) \(type(of: failedDownload) == BAURLDownload.self)"
        try? Data(types.utf8).write(
            to: Self.caches.appendingPathComponent(failedDownload.identifier + ".types"), options: .atomic)
        try? Data("\(failure.domain) \(failure.code) \(failure.localizedDescription)".utf8).write(
            to: note(failedDownload, "failed"), options: .atomic)
    }

    func backgroundDownload(
        _ download: BADownload, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        let kind = space.authenticationMethod.replacingOccurrences(of: "NSURLAuthenticationMethod", with: "")
        switch (download.identifier, kind) {
        case ("Crash" + kind, _): abort()
        case ("Hang" + kind, _): while true { pause() }
        case ("Distrusted", "ServerTrust"), ("Cancelled", "HTTPBasic"):
            return (.cancelAuthenticationChallenge, nil)
        case ("Trusted", "ServerTrust"):
            guard let trust = space.serverTrust else { return (.cancelAuthenticationChallenge, nil) }
            return (.useCredential, URLCredential(trust: trust))
        case (_, "HTTPBasic"):
            let line = "\(space.realm ?? "-") \(challenge.previousFailureCount)"
            if download.identifier == "Scheduling" { scheduleAnother(beside: download) }
            try? Data(line.utf8).write(to: note(download, "challenged"), options: .atomic)
            return (.useCredential, URLCredential(user: "extension", password: "hUsH", persistence: .forSession))
        case (_, "HTTPDigest"), (_, "HTTPBearer"):
            return (.useCredential, URLCredential(user: "extension", password: "hUsH", persistence: .forSession))
        default: return (.performDefaultHandling, nil)
        }
    }

    static func download(_ identifier: String) -> BADownload {
        BAURLDownload(
            identifier: identifier,
            request: URLRequest(url: URL(string: "https://127.0.0.1:1/\(identifier)") ?? URL(fileURLWithPath: "/")),
            essential: false, fileSize: 1, applicationGroupIdentifier: "group.com.example.game", priority: .default)
    }

    static var caches: URL {
        let container = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: "group.com.example.game")
        return (container ?? URL(fileURLWithPath: "/nowhere")).appendingPathComponent("Library/Caches")
    }

    /// A file in the caches of the app's group, by which a test sees what has happened.
    func note(_ download: BADownload, _ kind: String) -> URL {
        // Whether it is one of its own shows in the type.
        let isOwn = type(of: download) == BAURLDownload.self
        return Self.caches.appendingPathComponent("\(download.identifier).\(isOwn ? kind : kind + "-by-system")")
    }
}
