// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// How often this process was asked to say that.
nonisolated(unsafe) private var askedCount = 0
/// The manager does not keep it alive.
nonisolated(unsafe) private var delegate: TellingDelegate?

extension FixtureDownloader {
    /// What a manifest, or a catalog of the same form, has.
    static func downloads(in text: String, for request: BAContentRequest?) -> [BADownload] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count == 4, let url = URL(string: String(parts[1])), let size = Int(parts[2]) else {
                return nil
            }
            return BAURLDownload(
                identifier: String(parts[0]), request: URLRequest(url: url),
                essential: parts[3] == "always" || (parts[3] == "essential" && request != .periodic), fileSize: size,
                applicationGroupIdentifier: "group.com.example.game", priority: .default)
        }
    }

    /// Does what the name of a finished download says.
    ///
    /// - Returns: whether it says anything.
    func carryOut(_ download: BADownload, _ fileURL: URL) -> Bool {
        switch download.identifier {
        // It has control until somebody opens the pipe `gate`.
        case "Hold":
            let note = note(download, "holding")
            BADownloadManager.shared.withExclusiveControl { acquired, _ in
                try? Data("\(acquired)".utf8).write(to: note, options: .atomic)
                Self.waitAtGate()
            }
        // It reads and deletes a file that others are after, too.
        case "Race":
            try? Data().write(to: note(download, "woken"))
            let note = note(download, "raced")
            BADownloadManager.shared.withExclusiveControl { _, _ in
                let catalog = Self.caches.deletingLastPathComponent().appendingPathComponent("catalog")
                let text = try? String(contentsOf: catalog, encoding: .utf8)
                let deleted = (try? FileManager.default.removeItem(at: catalog)) != nil
                try? Data("\(text ?? "-") \(deleted)".utf8).write(to: note, options: .atomic)
            }
        // It runs, with a delegate, until somebody opens the pipe `gate`.
        case "Watch":
            delegate = TellingDelegate(file: Self.caches.appendingPathComponent("told"))
            BADownloadManager.shared.delegate = delegate
            // The delegate counts when the system knows of it, which a call that waits for that shows.
            try? BADownloadManager.shared.scheduleDownload(Self.download("after-Watch"))
            try? Data().write(to: note(download, "woken"))
            Self.waitAtGate()
        // It schedules another when somebody has opened the pipe `gate`.
        case "Barred":
            try? Data().write(to: note(download, "woken"))
            Self.waitAtGate()
            scheduleAnother(beside: download)
        case "Whole": report(try? callAll(), to: note(download, "report"))
        case let name where name.hasPrefix("State"):
            askedCount += 1
            report("\(askedCount)", to: note(download, "count"))
        case let name where name.hasPrefix("Catalog"):
            let report = note(download, "report")
            BADownloadManager.shared.withExclusiveControl { _, _ in
                let text = (try? String(contentsOf: fileURL, encoding: .utf8)) ?? ""
                let answers = Self.downloads(in: text, for: nil).map { "\($0.identifier) \(Self.code(scheduling: $0))" }
                self.report(answers.joined(separator: "\n"), to: report)
            }
        default: return false
        }
        return true
    }

    /// Schedules the file `another` beside that of a download.
    func scheduleAnother(beside download: BADownload) {
        guard let url = (download as? BAURLDownload)?.request.url else { return }
        let another = BAURLDownload(
            identifier: "another",
            request: URLRequest(url: url.deletingLastPathComponent().appendingPathComponent("another")),
            essential: false, fileSize: 0, applicationGroupIdentifier: "group.com.example.game", priority: .default)
        report("\(Self.code(scheduling: another))", to: note(download, "scheduled"))
    }

    /// Fetches, schedules and cancels, and tries what an extension may not do.
    private func callAll() throws -> String {
        let manager = BADownloadManager.shared
        let (first, second) = (Self.download("first"), Self.download("second"))
        try manager.scheduleDownload(first)
        try manager.scheduleDownload(second)
        try manager.cancel(second)
        let names = try manager.fetchCurrentDownloads().map(\.identifier).sorted()
        do {
            try manager.startForegroundDownload(Self.download("third"))
            return "\(names) started"
        } catch { return "\(names) \((error as NSError).domain) \((error as NSError).code)" }
    }

    private static func code(scheduling download: BADownload) -> Int {
        do {
            try BADownloadManager.shared.scheduleDownload(download)
            return -1
        } catch { return (error as NSError).code }
    }

    private func report(_ text: String?, to file: URL) {
        try? Data((text ?? "failed").utf8).write(to: file, options: .atomic)
    }

    /// Returns when somebody writes to the pipe, and closes it.
    private static func waitAtGate() {
        _ = try? FileHandle(forReadingFrom: caches.appendingPathComponent("gate")).readToEnd()
    }
}

/// Writes down what it is told.
private final class TellingDelegate: NSObject, BADownloadManagerDelegate, @unchecked Sendable {
    private let file: URL
    private var lines: [String] = []

    init(file: URL) { self.file = file }

    // All calls come one after another.
    private func tell(_ line: String) {
        lines.append(line)
        try? Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
    }

    func download(_ download: BADownload, failedWithError error: any Error) { tell("failed \(download.identifier)") }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) { tell("finished \(download.identifier)") }
}
