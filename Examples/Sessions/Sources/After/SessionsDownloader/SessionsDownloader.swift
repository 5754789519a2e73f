// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import OSLog
import SessionCatalog

/// Has the videos fetched: at the installation and at updates the essential ones first, and now and then what is new.
@main
struct SessionsDownloader: BADownloaderExtension {
    private let logger = Logger(subsystem: "com.example.sessions", category: "downloader")

    func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload> {
        let allowsEssential: Bool
        switch request {
        case .install, .update: allowsEssential = true
        case .periodic, .languageChange: allowsEssential = false
        @unknown default: return []
        }
        guard let library = SessionLibrary() else { return [] }
        do {
            let manifest = try SessionManifest(readingFrom: manifestURL)
            Misbehaving.run(manifest.misbehavior)
            try library.save(manifest)
            let missing = manifest.sessions.filter { !library.isLocal($0) }
            logger.log("asked for \(missing.count) of \(manifest.sessions.count) sessions")
            return Set(missing.map { $0.download(isEssential: $0.isEssential && allowsEssential) })
        } catch {
            logger.error("the manifest is no use: \(error)")
            return []
        }
    }

    func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL) {
        guard let library = SessionLibrary() else { return }
        // The file is this process's until the call has returned; what waits for the app must have it elsewhere.
        let incoming = library.temporaryURL()
        do { try FileManager.default.moveItem(at: fileURL, to: incoming) } catch {
            return logger.error("\(finishedDownload.identifier) cannot be kept: \(error)")
        }
        let identifier = finishedDownload.identifier
        let logger = logger
        Task {
            defer { try? FileManager.default.removeItem(at: incoming) }
            do {
                try await BADownloadManager.shared.withExclusiveControl {
                    guard let session = try library.manifest()?[identifier] else {
                        return logger.log("\(identifier) is no session any more")
                    }
                    try library.place(incoming, as: session)
                    logger.log("\(identifier) is there")
                }
            } catch { logger.error("\(identifier) cannot be put in its place: \(error)") }
        }
    }

    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error) {
        // That the manifest failed is told by a download of another type.
        guard type(of: failedDownload) == BAURLDownload.self else {
            return logger.error("the manifest did not come: \(error.localizedDescription)")
        }
        guard failedDownload.isEssential else {
            return logger.error("\(failedDownload.identifier) did not come: \(error.localizedDescription)")
        }
        // Nobody waits for it any longer; it may come in the background.
        do { try BADownloadManager.shared.scheduleDownload(failedDownload.removingEssential()) } catch {
            logger.error("\(failedDownload.identifier) cannot be fetched again: \(error.localizedDescription)")
        }
    }
}
