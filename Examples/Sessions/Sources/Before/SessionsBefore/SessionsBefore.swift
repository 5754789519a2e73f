// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SessionCatalog

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app as it was: a video is fetched when a person wants to see it, who waits for it, and the app must not be left
/// meanwhile.
@main
struct SessionsBefore {
    static func main() async {
        do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        guard let address = arguments.first, let url = URL(string: address) else {
            return print("SessionsBefore MANIFEST-URL [ID]")
        }
        let (data, _) = try await URLSession.shared.data(from: url)
        let manifest = try JSONDecoder().decode(SessionManifest.self, from: data)
        guard let identifier = arguments.dropFirst().first, let session = manifest[identifier] else {
            for session in manifest.sessions { print("\(session.id)  \(session.title)") }
            return
        }
        print("Fetching \(session.title): please wait, and do not leave")
        let (file, response) = try await URLSession.shared.download(from: session.url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        let folder = try FileManager.default.url(
            for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let target = folder.appendingPathComponent("SessionsBefore-\(identifier).video")
        try? FileManager.default.removeItem(at: target)
        try FileManager.default.moveItem(at: file, to: target)
        print("Playing \(session.title)")
    }
}
