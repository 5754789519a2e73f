// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import Foundation
import OSLog
import SessionCatalog

/// The other way: what the system fetches says only how new the catalog is; a catalog that is newer than the known one is
/// fetched, and the videos are scheduled when it is there.
@main
struct SessionsCatalogDownloader: BADownloaderExtension {
    private static let catalogID = "catalog"
    private let logger = Logger(subsystem: "com.example.sessions", category: "catalog")

    private struct Version: Codable {
        let version: Int
        /// Where the catalog is.
        let catalog: URL
        /// Bytes.
        let fileSize: Int
    }

    func downloads(
        for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
    ) -> Set<BADownload> {
        guard let library = SessionLibrary() else { return [] }
        do {
            let latest = try JSONDecoder().decode(Version.self, from: Data(contentsOf: manifestURL))
            guard latest.version > (try? library.manifest())??.version ?? 0 else { return [] }
            logger.log("the catalog \(latest.version) is new")
            return [
                BAURLDownload(
                    identifier: Self.catalogID, request: URLRequest(url: latest.catalog), essential: false,
                    fileSize: latest.fileSize, applicationGroupIdentifier: SessionLibrary.groupID, priority: .max)
            ]
        } catch {
            logger.error("the version of the catalog is no use: \(error)")
            return []
        }
    }

    func backgroundDownload(_ finishedDownload: BADownload, finishedWithFileURL fileURL: URL) {
        guard let library = SessionLibrary() else { return }
        let incoming = library.temporaryURL()
        do { try FileManager.default.moveItem(at: fileURL, to: incoming) } catch {
            return logger.error("\(finishedDownload.identifier) cannot be kept: \(error)")
        }
        // The app reads the catalog, too: one of the two takes it in.
        BADownloadManager.shared.withExclusiveControl { [logger] acquired, error in
            defer { try? FileManager.default.removeItem(at: incoming) }
            guard acquired else {
                return logger.error("the app keeps control: \(error?.localizedDescription ?? "")")
            }
            do {
                if finishedDownload.identifier == Self.catalogID {
                    try Self.takeIn(incoming, library, logger)
                } else if let session = try library.manifest()?[finishedDownload.identifier] {
                    try library.place(incoming, as: session)
                    logger.log("\(session.id) is there")
                }
            } catch { logger.error("\(finishedDownload.identifier) is no use: \(error)") }
        }
    }

    func backgroundDownload(_ failedDownload: BADownload, failedWithError error: any Error) {
        logger.error("\(failedDownload.identifier) did not come: \(error.localizedDescription)")
    }

    private static func takeIn(_ catalog: URL, _ library: SessionLibrary, _ logger: Logger) throws {
        let manifest = try SessionManifest(readingFrom: catalog)
        try library.save(manifest)
        for session in manifest.sessions where !library.isLocal(session) {
            // One that is scheduled already, by the catalog before, must not keep the others away.
            do { try BADownloadManager.shared.scheduleDownload(session.download(isEssential: false)) } catch {
                logger.error("\(session.id) is not scheduled: \(error.localizedDescription)")
            }
        }
        logger.log("the catalog \(manifest.version) has \(manifest.sessions.count) sessions")
    }
}
