// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import SessionCatalog

/// Recorded sessions, to be watched wherever one is.
@main
@MainActor
struct Sessions {
    private static let usage = """
        Sessions                 list the sessions, and fetch those that are missing
        Sessions --list          only list them
        Sessions --fetch ID ...  fetch some of them, now
        Sessions --play ID       play one of them, which needs no network
        """

    static func main() async {
        do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        guard let library = SessionLibrary() else { throw CocoaError(.fileNoSuchFile) }
        let view = SessionView()
        let store = SessionStore(library: library, view: view)
        if arguments.first == "--play", arguments.count == 2 { return try play(arguments[1], library: library, view) }
        guard let address = Bundle.main.object(forInfoDictionaryKey: "SessionsURL") as? String,
            let url = URL(string: address), let manifest = try await store.refresh(from: url)
        else { throw URLError(.cannotFindHost) }
        switch arguments.first {
        case nil, "--list":
            await store.refreshThumbnails(of: manifest.sessions)
            view.list(manifest.sessions, in: library)
            if arguments.isEmpty { await fetch(manifest.sessions.filter { !library.isLocal($0) }, store, view) }
        case "--fetch" where arguments.count > 1:
            let sessions = try arguments.dropFirst().map { identifier in
                guard let session = manifest[identifier] else { throw SessionError.unknown(identifier) }
                return session
            }
            await fetch(sessions, store, view)
            if !view.failed.isEmpty { throw SessionError.notFetched(view.failed.sorted()) }
        default: print(usage)
        }
    }

    private static func fetch(_ sessions: [Session], _ store: SessionStore, _ view: SessionView) async {
        view.expect(sessions)
        store.fetch(sessions)
        let looking = Task { try await lookAgain(store, view) }
        await view.wait()
        looking.cancel()
    }

    /// What came while the app was suspended was its extension's to take. An app with windows looks for it when it comes to
    /// the front; this one looks now and then.
    private static func lookAgain(_ store: SessionStore, _ view: SessionView) async throws {
        while true {
            try await Task.sleep(for: .seconds(2))
            for identifier in view.waiting { store.succeedIfLocal(identifier) }
        }
    }

    private static func play(_ identifier: String, library: SessionLibrary, _ view: SessionView) throws {
        guard let session = try library.manifest()?[identifier] else { throw SessionError.unknown(identifier) }
        guard library.isLocal(session) else { throw SessionError.notHere(session) }
        let video = try Data(contentsOf: library.videoURL(of: session), options: .mappedIfSafe)
        view.note("Playing \(session.title): \(video.count) bytes, \(Picture(video).text)")
    }
}
