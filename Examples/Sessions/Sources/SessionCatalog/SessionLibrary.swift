// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// Where app and extension keep what they have: in the container of their group.
public struct SessionLibrary: Sendable {
    public static let groupID = "group.com.example.sessions"

    private let container: URL

    /// nil without the container, which is there when the app is installed.
    public init?() {
        guard
            let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.groupID)
        else { return nil }
        container = url
    }

    /// The manifest that was read last.
    public var manifestURL: URL { container.appendingPathComponent("Manifest.json") }

    /// Videos are in the caches: the system may take them when the disk runs short, and they can be fetched again.
    private var caches: URL { container.appendingPathComponent("Library/Caches", isDirectory: true) }

    public func videoURL(of session: Session) -> URL { caches.appendingPathComponent(session.id + ".video") }

    /// Where the picture of a session is kept.
    public func thumbnailURL(of session: Session) -> URL { caches.appendingPathComponent(session.id + ".thumbnail") }

    public func isLocal(_ session: Session) -> Bool {
        FileManager.default.fileExists(atPath: videoURL(of: session).path)
    }

    /// The manifest that was saved last; nil before the first.
    public func manifest() throws -> SessionManifest? {
        guard FileManager.default.fileExists(atPath: manifestURL.path) else { return nil }
        return try SessionManifest(readingFrom: manifestURL)
    }

    /// Saves a manifest, unless a newer one is there: whoever reads meanwhile has the old one or the new one, whole.
    public func save(_ manifest: SessionManifest) throws {
        // One that cannot be read is replaced.
        if let known = try? self.manifest(), known.version > manifest.version { return }
        try JSONEncoder().encode(manifest).write(to: manifestURL, options: .atomic)
    }

    /// A place for a file on its way to its own: on the same disk, where nobody looks.
    public func temporaryURL() -> URL { caches.appendingPathComponent(".incoming-\(UUID().uuidString)") }

    /// Puts a video in its place, and looks whether it is what the manifest says.
    public func place(_ file: URL, as session: Session) throws {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        guard size == session.fileSize else { throw CocoaError(.fileReadCorruptFile) }
        _ = try FileManager.default.replaceItemAt(videoURL(of: session), withItemAt: file)
    }
}
