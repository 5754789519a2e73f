// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import BackgroundAssets

/// What delegates write down of what they are told.
class RecordingDelegate: NSObject, @unchecked Sendable {
    private let record = Mutex<[String]>([])
    /// Where finished files are moved, by the names of their downloads; they stay where they are without.
    let folder: URL?

    init(folder: URL? = nil) { self.folder = folder }

    var lines: [String] { record.withLock { $0 } }

    func note(_ line: String) { record.withLock { $0.append(line) } }

    func downloadDidBegin(_ download: BADownload) { note("began \(download.identifier)") }
    func downloadDidPause(_ download: BADownload) { note("paused \(download.identifier)") }
    func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64
    ) { note("wrote \(download.identifier) \(totalBytesWritten)/\(totalExpectedBytes)") }
}

/// One that lacks the methods for ends.
final class LackingDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {}

/// One that takes files, and lacks the method for failures.
final class HalfDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) { note("finished \(download.identifier)") }
}

/// One that hands on what it is told to others, which may lack the method.
final class ForwardingDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
    private let listeners: [any BADownloadManagerDelegate] = [LackingDelegate(), HalfDelegate(), LackingDelegate()]

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        for listener in listeners { listener.download(download, finishedWithFileURL: fileURL) }
        // A method that it lacks itself is another matter, too.
        self.download(download, failedWithError: CocoaError(.userCancelled))
        note("finished \(download.identifier) \(FileManager.default.fileExists(atPath: fileURL.path))")
    }
}

/// One that takes ends, too.
final class TakingDelegate: RecordingDelegate, BADownloadManagerDelegate, @unchecked Sendable {
    func download(_ download: BADownload, failedWithError error: any Error) {
        let failure = error as NSError
        note("failed \(download.identifier) \(failure.domain) \(failure.code)")
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        let size = (try? Data(contentsOf: fileURL))?.count ?? -1
        if let folder {
            try? FileManager.default.moveItem(at: fileURL, to: folder.appendingPathComponent(download.identifier))
        }
        note("finished \(download.identifier) \(size)")
    }
}
