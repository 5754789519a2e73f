// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import OSLog
import SessionCatalog

/// The sessions of the app: which there are, which are here, and the downloads of the others.
///
/// The manager tells how downloads fare, also those that the extension has scheduled.
final class SessionStore: NSObject, BADownloadManagerDelegate, Sendable {
    let library: SessionLibrary
    private let logger = Logger(subsystem: "com.example.sessions", category: "app")
    private let view: SessionView

    init(library: SessionLibrary, view: SessionView) {
        self.library = library
        self.view = view
        super.init()
        BADownloadManager.shared.delegate = self
    }

    /// Fetches the list of sessions, which is small, while the person waits; without a network the last one counts.
    func refresh(from url: URL) async throws -> SessionManifest? {
        do {
            let (data, response) = try await URLSession.shared.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            let manifest = try JSONDecoder().decode(SessionManifest.self, from: data)
            try await BADownloadManager.shared.withExclusiveControl { [library] in try library.save(manifest) }
        } catch { logger.notice("the list of sessions is that of before: \(error.localizedDescription)") }
        return try library.manifest()
    }

    /// Small pictures come while the person waits, as the list does; without a network those of before count.
    func refreshThumbnails(of sessions: [Session]) async {
        for session in sessions where !FileManager.default.fileExists(atPath: library.thumbnailURL(of: session).path) {
            do {
                let (data, response) = try await URLSession.shared.data(from: session.thumbnailURL)
                guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                try data.write(to: library.thumbnailURL(of: session), options: .atomic)
            } catch { logger.notice("\(session.id) has no picture: \(error.localizedDescription)") }
        }
    }

    /// Has sessions fetched now: those that are on their way go on from where they are.
    func fetch(_ sessions: [Session]) {
        guard !sessions.isEmpty else { return }
        let manager = BADownloadManager.shared
        manager.withExclusiveControl { [self] acquired, error in
            do {
                guard acquired else { throw error ?? CocoaError(.userCancelled) }
                let current = try manager.fetchCurrentDownloads()
                for session in sessions { fetch(session, current) }
            } catch {
                logger.error("nothing can be fetched: \(error.localizedDescription)")
                for session in sessions { fail(session.id) }
            }
        }
    }

    private func fetch(_ session: Session, _ current: [BADownload]) {
        do {
            do { try start(session, current) } catch {
                // The extension, which answers the system at the same time, may have scheduled it just now.
                try start(session, BADownloadManager.shared.fetchCurrentDownloads())
            }
        } catch {
            // The others can come nevertheless.
            logger.error("\(session.id) cannot be fetched now: \(error.localizedDescription)")
            fail(session.id)
        }
    }

    private func start(_ session: Session, _ current: [BADownload]) throws {
        // It may have come before this app had control.
        if library.isLocal(session) { return succeed(session) }
        let found = current.first { $0.identifier == session.id }
        try BADownloadManager.shared.startForegroundDownload(found ?? session.download(isEssential: false))
        if let found { view.note("\(session.id) is on its way (\(found.state)), and goes to the front") }
    }

    /// Somebody else may have put it in its place.
    func succeedIfLocal(_ identifier: String) {
        do {
            guard let session = try library.manifest()?[identifier], library.isLocal(session) else { return }
            succeed(session)
        } catch { logger.error("the manifest cannot be read: \(error.localizedDescription)") }
    }

    // Whatever becomes of a session, somebody waits for it.

    private func succeed(_ session: Session) { Task { @MainActor in view.markDownloaded(session) } }

    private func fail(_ identifier: String) { Task { @MainActor in view.markFailed(identifier) } }

    // MARK: BADownloadManagerDelegate

    func downloadDidBegin(_ download: BADownload) { view.note("\(download.identifier) begins") }

    func downloadDidPause(_ download: BADownload) { view.note("\(download.identifier) pauses") }

    func download(
        _ download: BADownload, didWriteBytes bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite totalExpectedBytes: Int64
    ) {
        guard let session = session(of: download) else { return }
        // What a server says counts for less than the manifest.
        if totalExpectedBytes > 0, totalExpectedBytes != Int64(session.fileSize) {
            logger.warning("\(session.id) is to have \(session.fileSize) bytes, and has \(totalExpectedBytes)")
        }
        let fraction = Double(totalBytesWritten) / Double(max(session.fileSize, 1))
        Task { @MainActor in view.show(session, fraction: fraction) }
    }

    func download(_ download: BADownload, failedWithError error: any Error) {
        logger.error("\(download.identifier) did not come: \(error.localizedDescription)")
        fail(download.identifier)
    }

    func download(_ download: BADownload, finishedWithFileURL fileURL: URL) {
        guard let session = session(of: download) else {
            logger.log("\(download.identifier) is no session any more")
            return fail(download.identifier)
        }
        do { try library.place(fileURL, as: session) } catch {
            // The app was opened twice, perhaps, and the other one has put it there.
            guard library.isLocal(session) else {
                logger.error("\(session.id) cannot be put in its place: \(error.localizedDescription)")
                return fail(session.id)
            }
        }
        succeed(session)
    }

    private func session(of download: BADownload) -> Session? {
        do { return try library.manifest()?[download.identifier] } catch {
            logger.error("the manifest cannot be read: \(error.localizedDescription)")
            return nil
        }
    }
}
