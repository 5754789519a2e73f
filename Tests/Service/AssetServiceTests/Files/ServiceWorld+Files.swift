// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import BackgroundAssets

extension ServiceWorld {
    /// A download of the app that is not scheduled yet.
    func file(_ identifier: String, path: String? = nil) -> FileDownload {
        FileDownload(
            id: UUID().uuidString, identifier: identifier,
            request: FileRequest(url: server.url(path ?? "/" + identifier)), fileSize: 0, groupID: Self.groupID,
            essential: false, priority: 0)
    }

    /// Schedules a download as a process of the app that ends then.
    func schedule(_ file: FileDownload, of bundleID: String = ServiceWorld.bundleID) async throws {
        let app = try await app(bundleID)
        defer { app.close() }
        _ = try await Self.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
    }

    /// Puts downloads on record, as a service that has ended leaves them. Those of a name the server does not have fail.
    ///
    /// - `isPaused`: whether they wait until they are resumed.
    func queue(_ count: Int, of bundleID: String = ServiceWorld.bundleID, isPaused: Bool) async throws {
        try await stop()
        do {
            let store = try AssetStore(path: root + "/service.sqlite")
            try await store.add(
                try (0..<count).map { index in
                    let file = file("queued-\(index)", path: "/queued")
                    var record = StoredFileDownload(
                        id: file.id, bundleID: bundleID, identifier: file.identifier,
                        body: try JSONEncoder().encode(file), kind: "background",
                        createdAt: clock.now - Double(count - index))
                    record.pausedAt = isPaused ? record.createdAt : nil
                    return record
                })
        }
        try await start()
    }

    /// Installs another app, which has nothing but its name and group, and the fixture as its extension when it has one.
    func installAnother(_ bundleID: String, hasExtension: Bool = false) async throws {
        let bundle = "Apps/\(bundleID).app"
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(bundleID)</string>
            <key>CFBundleExecutable</key><string>Other</string>
            <key>CFBundleVersion</key><string>1</string>
            <key>BAAppGroupID</key><string>group.\(bundleID)</string>
            </dict></plist>
            """, to: bundle + "/Info.plist")
        chmod(try folder.write("#!/bin/sh\n", to: bundle + "/Other"), 0o755)
        if hasExtension {
            let downloader = bundle + "/Extensions/Downloader.appex"
            try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>CFBundleIdentifier</key><string>\(bundleID).downloader</string>
                <key>CFBundleExecutable</key><string>Downloader</string>
                <key>CFBundleVersion</key><string>1</string>
                \(Self.extensionPoint)
                </dict></plist>
                """, to: downloader + "/Info.plist")
            try FileManager.default.copyItem(
                atPath: ProgramRun.programs + "/FixtureDownloader", toPath: folder.path(downloader + "/Downloader"))
        }
        try await stream(AppsInterface.Register(path: folder.path(bundle), callID: UUID().uuidString)) { _ in }
    }

    /// What a tool sees of the queue.
    func files(of bundleID: String? = ServiceWorld.bundleID) async throws -> [FileRecord] {
        try await call(FilesInterface.List(bundleID: bundleID)).files
    }

    /// Waits until all downloads have ended, and that is on record.
    func waitForNoFiles() async throws {
        _ = try await wait { () -> Bool? in
            guard try await files(of: nil).isEmpty else { return nil }
            return await isRecordingEnds ? nil : true
        }
    }

    /// The ends that a process of the app is told of when it comes: so many, or all there are.
    ///
    /// - `taking`: what it says to each; nothing when nil.
    /// - `all`: with other events.
    func endings(taking isTaken: Bool? = true, count: Int? = nil, all: Bool = false) async throws -> [FileEvent] {
        let (app, follower) = (try await app(), try await app())
        defer {
            app.close()
            follower.close()
        }
        let expected: Int
        if let count { expected = count } else { expected = try await storedEndings() }
        var events: [FileEvent] = []
        var ends = 0
        for try await event in try follower.stream(
            FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self)
        {
            if event.isEnding || all { events.append(event) }
            if event.isEnding {
                ends += 1
                if let isTaken {
                    _ = try await Self.call(FilesInterface.Conclude(eventID: event.id, taken: isTaken), on: app)
                }
            }
            if ends == expected { break }
        }
        return events
    }

    /// Ends that nobody has taken, as the database has them. It is only read: the service writes it meanwhile.
    func storedEndings() async throws -> Int {
        let program = """
            import sqlite3, sys
            database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
            print(database.execute("SELECT count(*) FROM fileEnding").fetchone()[0])
            """
        let run = try await ProgramRun.run("/usr/bin/python3", ["-c", program, root + "/service.sqlite"])
        return try #require(Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run.errors)")
    }

    func waitForNoEndings() async throws {
        _ = try await wait { try await storedEndings() == 0 ? true : nil }
    }

    /// The manager of a process of the app.
    func manager() async throws -> BADownloadManager {
        var environment = try await call(AppsInterface.Identify(bundleID: Self.bundleID)).environment
        environment[ServiceLocation.rootVariable] = root
        return BADownloadManager(identity: AppIdentity(environment: environment))
    }

    /// Serves what the fixture's extension reads: names of downloads, and whether they are essential.
    func serveContent(_ files: [String], sizes: [String: Int] = [:]) {
        let lines = files.map { file -> String in
            let parts = file.split(separator: " ").map(String.init)
            return "\(parts[0]) \(server.url("/" + parts[0])) \(sizes[parts[0]] ?? 100_000) \(parts[1])"
        }
        server.serve("/content", Array(lines.joined(separator: "\n").utf8))
        contentSize = lines.joined(separator: "\n").utf8.count
    }

    /// What the fixture's extension has put into the caches of the app's group; nil while it is not there.
    func cached(_ name: String) -> String? {
        let path = root + "/groups/\(Self.groupID)/Library/Caches/" + name
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Begins to register the app, on a connection of its own.
    ///
    /// - Returns: the last that is told of it.
    func registering() throws -> Task<InstallationProgress?, any Error> {
        let connection = try VarlinkConnection(path: location.socketPath)
        let call = AppsInterface.Register(path: bundlePath, callID: UUID().uuidString)
        return Task {
            defer { connection.close() }
            var last: InstallationProgress?
            for try await reply in try connection.stream(
                AppsInterface.Register.method, call, returning: InstallationProgress.self)
            { last = reply }
            return last
        }
    }

    /// Changes the Info.plist of the bundle that is installed from.
    func changeInformation(_ change: (String) -> String) throws {
        let plist = folder.path("Game.app/Info.plist")
        try change(try String(contentsOfFile: plist, encoding: .utf8))
            .write(toFile: plist, atomically: true, encoding: .utf8)
    }

    func isLaunchable() async -> Bool {
        do {
            _ = try await call(AppsInterface.Launch(bundleID: Self.bundleID))
            return true
        } catch { return false }
    }
}
